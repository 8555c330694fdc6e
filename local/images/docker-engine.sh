#!/bin/sh
# A Docker engine for the container tests: docker-engine.sh start | stop
#
# start  makes sure that one answers. If none does, and this is root on Debian or Ubuntu, it starts dockerd. It installs
#        what is missing: docker.io, and debootstrap, with which the images are built.
# stop   ends the dockerd that start has started; one that was there before stays.
set -eu
# The client that came with the engine, not another one that may stand earlier on the PATH.
PATH=/usr/bin:$PATH:/usr/sbin
run_dir=${DOCKER_ENGINE_DIR:-/var/run/gem-auctions-docker}

answers() {
  timeout 10 docker version >/dev/null 2>&1
}

case "${1:-}" in
  start)
    missing=
    answers || command -v dockerd >/dev/null || missing='docker.io iptables'
    command -v debootstrap >/dev/null || missing="$missing debootstrap"
    if [ "$missing" ]; then
      apt-get update -qq
      DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing
    fi
    answers && exit
    mkdir -p "$run_dir"
    setsid nohup dockerd --pidfile "$run_dir/dockerd.pid" >"$run_dir/dockerd.log" 2>&1 </dev/null &
    for _ in $(seq 60); do
      answers && exit
      kill -0 $! 2>/dev/null || break
      sleep 1
    done
    echo "dockerd did not start. The last lines of its log:" >&2
    tail -5 "$run_dir/dockerd.log" >&2
    exit 1
    ;;
  stop) [ ! -f "$run_dir/dockerd.pid" ] || kill "$(cat "$run_dir/dockerd.pid")" ;;
  *) echo 'Usage: docker-engine.sh start | stop' >&2 && exit 1 ;;
esac
