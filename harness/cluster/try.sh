#!/usr/bin/env bash
# Tries on this one machine what spreads a race over many: GNU Parallel, and Slurm as a cluster of
# one node. Either way the merged shards must be the whole race, row by row, timings aside.
# usage: try.sh FOOTRACE SOURCE (as root, for Slurm's daemons)
set -euo pipefail

footrace=$1 source=$2 shards=4
folder=$(mktemp -d)
race=(--map adventure-20 --map history-160x120 --clicks auto:40 --algo flood --algo astar
    --algo visgraph --rounds 2 --passes 1 --optimum 60)

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

echo "== The whole race"
"$footrace" run "${race[@]}" -o "$folder/whole.jsonl" >/dev/null

echo "== GNU Parallel"
parallel --will-cite --jobs 1 "$footrace" run "${race[@]}" --shard {}/$shards \
    -o "$folder/parallel-{}.jsonl" ::: $(seq $shards) >/dev/null
"$footrace" merge "$folder"/parallel-?.jsonl -o "$folder/parallel.jsonl"
same "$folder/parallel.jsonl"

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
export SLURM_CONF=$folder/slurm.conf FOOTRACE=$footrace
slurmctld
slurmd
for _ in $(seq 60); do
    [[ $(sinfo -h -o %T 2>/dev/null) == idle ]] && break
    sleep 1
done
sbatch --quiet --wait --array=1-$shards --output="$folder/task-%a.log" \
    "$source/harness/cluster/shards.sbatch" "$folder/slurm" "${race[@]}"
"$footrace" merge "$folder"/slurm/shard-?.jsonl -o "$folder/slurm.jsonl"
same "$folder/slurm.jsonl"
echo "Both give the rows of the whole race."
