#!/bin/sh
# A Docker engine for the container tests: docker-engine.sh start | stop
#
# start  makes sure that one answers. If none does, and this is root on Debian or Ubuntu, it installs docker.io and
#        debootstrap where they are missing and starts dockerd. Exit code 1, with the reason, if it cannot.
# stop   ends the dockerd that start has started; one that was there before stays.
set -u
run_dir=${DOCKER_ENGINE_DIR:-/var/run/gem-auctions-docker}

main() {
  case "${1:-}" in
    start) start ;;
    stop) stop ;;
    *) fail 'Usage: docker-engine.sh start | stop' ;;
  esac
}

start() {
  if ! answers; then
    command -v dockerd >/dev/null || install docker.io
    start_engine
  fi
  # The images are built with it; an engine that was there already may come without.
  command -v debootstrap >/dev/null || [ ! -x /usr/bin/apt-get ] || install debootstrap
  echo "Docker engine $(client version --format '{{.Server.Version}}') answers."
}

install() {
  [ "$(id -u)" = 0 ] || fail "No Docker engine answers, and only root can install $1."
  [ -x /usr/bin/apt-get ] || fail "No Docker engine answers, and without apt-get $1 cannot be installed here."
  echo "Installing $1 ..."
  log=$(mktemp)
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$1" iptables; } \
    >"$log" 2>&1 || fail "$1 could not be installed:
$(tail -5 "$log")"
  rm -f "$log"
}

start_engine() {
  [ "$(id -u)" = 0 ] || fail 'No Docker engine answers, and only root can start one.'
  mkdir -p "$run_dir"
  setsid nohup dockerd --pidfile "$run_dir/dockerd.pid" >"$run_dir/dockerd.log" 2>&1 </dev/null &
  started=$!
  for _ in $(seq 60); do
    answers && return
    kill -0 "$started" 2>/dev/null || break
    sleep 1
  done
  stop
  fail "dockerd did not start. Its last words:
$(tail -5 "$run_dir/dockerd.log")"
}

stop() {
  [ -f "$run_dir/dockerd.pid" ] || return 0
  pid=$(cat "$run_dir/dockerd.pid")
  kill "$pid" 2>/dev/null
  for _ in $(seq 30); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 1
  done
  rm -f "$run_dir/dockerd.pid"
}

answers() {
  timeout 10 "$(client_path)" version --format '{{.Server.Version}}' >/dev/null 2>&1
}

client() {
  "$(client_path)" "$@"
}

# The client that came with the engine, not another one that may stand earlier on the PATH.
client_path() {
  if [ -x /usr/bin/docker ]; then echo /usr/bin/docker; else command -v docker || echo docker; fi
}

fail() {
  echo "$1" >&2
  exit 1
}

main "$@"
