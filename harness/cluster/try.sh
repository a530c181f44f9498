#!/usr/bin/env bash
# Tries on this one machine what spreads a race over many, each from one plan: GNU Parallel, Snakemake,
# the tasks of a Slurm array one by one, and, as root, Slurm itself as a cluster of one node. All ways the
# merged shards must be the whole race, row by row, timings aside.
# usage: try.sh FOOTRACE SOURCE
set -euo pipefail

footrace=$1 source=$2 shards=4
folder=$(mktemp -d)
race=(--map adventure-20 --map history-160x120 --clicks auto:40 --algo flood --algo astar
    --algo visgraph --rounds 2 --passes 1 --optimum 60)
plan=$folder/race.plan

stop_slurm() {
    local pid
    for pid in $(cat "$folder"/*.pid 2>/dev/null); do
        kill "$pid" 2>/dev/null || true
    done
}
trap 'stop_slurm; rm -rf "$folder"' EXIT

# same FILE: whether it holds the rows of the whole race.
same() {
    "$footrace" check "$1"
    python3 "$source/tests/harness/race/same_race.py" "$folder/whole.jsonl" "$1"
}

# merged NAME: the shards in the folder of that name are whole, and the race.
merged() {
    "$footrace" merge --status "$folder/$1"/shard-*.jsonl
    "$footrace" merge "$folder/$1"/shard-*.jsonl -o "$folder/$1.jsonl"
    same "$folder/$1.jsonl"
}

echo "== The whole race, and its plan"
"$footrace" run "${race[@]}" -o "$folder/whole.jsonl" >/dev/null
"$footrace" plan "${race[@]}" --shards $shards -o "$plan"
cut -c1-70 "$plan"

echo "== GNU Parallel"
mkdir "$folder/parallel"
grep -v '^#' "$plan" | cut -f2 | sed "s|^footrace |'$footrace' |" |
    parallel --will-cite --jobs 1 "{= uq =} -o $folder/parallel/shard-{#}.jsonl" >/dev/null
merged parallel

echo "== Snakemake"
if command -v snakemake >/dev/null; then
    (cd "$folder" && snakemake --quiet -s "$source/harness/cluster/Snakefile" -j 2 \
        --config plan="$plan" footrace="$footrace")
    "$footrace" merge --status "$folder"/race-shards/shard-*.jsonl
    same "$folder/race.jsonl"
else
    echo "Skipped 1: there is no snakemake"
fi

echo "== The tasks of a Slurm array"
export FOOTRACE=$footrace
for task in $(seq $shards); do
    SLURM_ARRAY_TASK_ID=$task bash "$source/harness/cluster/shards.sbatch" "$plan" "$folder/tasks"
    ((task > 1)) || "$footrace" merge --status "$folder"/tasks/shard-*.jsonl
done
merged tasks

if ((EUID)) || ! command -v slurmctld munged >/dev/null; then
    echo "== Slurm: skipped 1: starting its daemons takes root, slurm-wlm and munge"
    exit
fi
echo "== Slurm"
host=$(hostname -s)
mkdir -p "$folder/spool" "$folder/state" "$folder/munge"
chmod 755 "$folder"
chmod 700 "$folder/munge"
dd if=/dev/urandom of="$folder/munge/key" bs=1024 count=1 status=none
chmod 400 "$folder/munge/key"
munged --force --key-file="$folder/munge/key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munged.pid" --log-file="$folder/munge/log" \
    --seed-file="$folder/munge/seed"
cat > "$folder/slurm.conf" <<TEXT
ClusterName=footrace
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
TEXT
export SLURM_CONF=$folder/slurm.conf
slurmctld
slurmd
for _ in $(seq 60); do
    [[ $(sinfo -h -o %T 2>/dev/null) == idle ]] && break
    sleep 1
done
sbatch --quiet --wait --array=1-$shards --output="$folder/task-%a.log" \
    "$source/harness/cluster/shards.sbatch" "$plan" "$folder/slurm"
merged slurm
echo "All give the rows of the whole race."
