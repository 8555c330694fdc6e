#!/bin/sh
# Runs a command that must not outlive the process that started it: guard.sh LOG COMMAND ARGUMENT…
#
# Its standard input is a pipe that nobody writes to. The operating system closes it when the starter ends, even by
# kill -9. Then the command gets SIGTERM, and SIGKILL after 5 seconds.
# The first line of standard output is the process id of the command.
{
  # The brackets make the shell read all of this before it runs any: the file may change under a long run.
  log=$1
  shift

  exec 3<&0
  "$@" </dev/null >>"$log" 2>&1 3<&- &
  command=$!
  echo "$command"

  (
    trap '' INT HUP TERM
    cat <&3 >/dev/null
    kill -TERM "$command" 2>/dev/null || exit 0
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      sleep 0.5
      kill -0 "$command" 2>/dev/null || exit 0
    done
    kill -KILL "$command" 2>/dev/null
  ) >/dev/null 2>&1 &
  watcher=$!

  # A signal to the guard is not the command's end: the starter ends the command by its own process id.
  trap '' INT HUP TERM
  # What the shell has to say ("Killed") belongs with what the command said.
  exec 2>>"$log"
  wait "$command"
  status=$?
  kill -KILL "$watcher" 2>/dev/null
  exit "$status"
}
