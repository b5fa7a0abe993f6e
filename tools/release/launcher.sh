#!/bin/sh
# Wordloom @TAG@: starts the program with the Node that came with it. `wordloom --help` explains
# the commands; without one it is `serve`.
#
# It stays the parent of the service, so that a supervisor or a terminal has one main process, even
# when another version takes over: then the old one ends with status 76 and leaves the new one's
# process id in <DATA_DIR>/update/next.pid.
set -u
tag='@TAG@'

self=$(readlink -f -- "$0") || exit 1
program=${self%/*}/lib/$tag
node=$program/bin/node
main=$program/packages/server/src/main.ts
if [ ! -x "$node" ]; then
  echo "wordloom: $node is missing: unpack the release again" >&2
  exit 1
fi
case ${1-serve} in
  serve) ;;
  *) exec "$node" "$main" "$@" ;;
esac

# Tells the service that next.pid will be read.
export WORDLOOM_LAUNCHER=$$
child=
passed=
interrupted=
pass_on() {
  passed=$1
  interrupted=yes
  [ -z "$child" ] || kill -s "$1" "$child" 2>/dev/null
}
trap 'pass_on TERM' TERM
trap 'pass_on INT' INT
trap 'pass_on HUP' HUP
trap 'pass_on QUIT' QUIT

# A terminal signals all processes of its session, so the service would get each signal twice: it
# gets its own session. A predecessor that started this has already made one, and ends it whole.
has_terminal() { [ -t 0 ] || [ -t 1 ] || [ -t 2 ]; }
if [ -z "${WORDLOOM_UPDATE_TASK-}" ] && has_terminal && command -v setsid >/dev/null 2>&1; then
  setsid "$node" "$main" "$@" &
else
  "$node" "$main" "$@" &
fi
child=$!
[ -z "$passed" ] || pass_on "$passed"

wait "$child"
status=$?
# A signal ends the wait, not the service; 127: the service had ended anyway.
while [ -n "$interrupted" ]; do
  interrupted=
  wait "$child"
  again=$?
  [ "$again" -eq 127 ] || status=$again
done
[ "$status" -eq 76 ] || exit "$status"

# The start time of a process; empty once it has ended. Distinguishes processes with the same id.
start_of() {
  { read -r line <"/proc/$1/stat"; } 2>/dev/null || return 0
  # shellcheck disable=SC2086 # the fields after the name, which ends with a parenthesis
  set -- ${line##*) }
  case $1 in Z | X) ;; *) echo "${20}" ;; esac
}

child=
data=$("$node" "$main" config print DATA_DIR) || exit 1
next=
{ read -r next <"$data/update/next.pid"; } 2>/dev/null
case $next in
  '' | *[!0-9]*)
    echo "wordloom: $data/update/next.pid names no process" >&2
    exit 1
    ;;
esac
child=$next
[ -z "$passed" ] || pass_on "$passed"
# Watched by a separate shell that no signal ends: bash can lose a signal while it starts a program,
# so this shell only waits.
(
  trap '' TERM INT HUP QUIT
  started=$(start_of "$next")
  while [ -n "$started" ] && [ "$(start_of "$next")" = "$started" ] && kill -0 $$ 2>/dev/null; do
    sleep 1
  done
) &
interrupted=yes
while [ -n "$interrupted" ]; do
  interrupted=
  wait "$!"
done
# Not a child, so its status is unknown: it was asked to end, or it should be restarted.
[ -n "$passed" ] || exit 1
