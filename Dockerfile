# footrace in a container: see docs/install.md
FROM debian:12
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends build-essential cmake \
    ninja-build pkg-config libspng-dev zlib1g-dev libcjson-dev libgeos-dev \
    libexpat1-dev libcairo2-dev libsqlite3-dev python3-matplotlib python3-jinja2 \
    python3-fastjsonschema && rm -rf /var/lib/apt/lists/*
COPY . /footrace
RUN cmake -S /footrace -B /footrace/build/bench -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF && \
    cmake --build /footrace/build/bench --parallel --target footrace_command
ENTRYPOINT ["/footrace/build/bench/harness/footrace"]
