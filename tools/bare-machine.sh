#!/usr/bin/env bash
# Runs the quick tests of this clone as on a machine that has only node, npm and git: other programs are hidden, there is
# no network but loopback, no service listens, the home is empty and no variable is set.
#
#   pnpm bare                  npm test, as the user nobody
#   pnpm bare root             npm test, as root
#   pnpm bare nobody COMMAND   another command
#
# Needs root, because it makes namespaces of its own. The machine is not changed: the tests run in a copy of the clone.
set -euo pipefail
user=${1:-nobody}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- npm test

if ! unshare --net --mount true 2>/dev/null; then
  echo "bare-machine: this user may not unshare namespaces, so a bare machine cannot be shown here. Run it as root." >&2
  exit 1
fi
root=$(cd "$(dirname "$0")/.." && pwd)
if [ ! -e "$root/node_modules/.done-install" ]; then
  echo "bare-machine: nothing is installed yet. Run npm test first." >&2
  exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/home" "$work/programs" "$work/clone"

# The sources and what is installed, without anything built.
(cd "$root" && { git ls-files -z --cached --others --exclude-standard; find . -name node_modules -prune -print0; } |
  while IFS= read -r -d '' path; do [ ! -e "$path" ] || printf '%s\0' "$path"; done |
  xargs -0 cp -a --parents -t "$work/clone")

programs="awk base64 basename bash cat chmod chown cmp comm cp cut date dd df diff dirname du echo egrep env expr false
fgrep find git grep gunzip gzip head hostname id kill ln ls mawk md5sum mkdir mkfifo mktemp mv nice nproc od paste printf pwd
readlink realpath rm rmdir sed seq sh sha256sum sleep sort stat tail tar tee test timeout touch tr true uname uniq wc
xargs zcat"
for name in $programs; do
  path=$(type -P "$name") && cp -L "$path" "$work/programs/$name" || true
done
for name in node npm npx; do ln -s "$(realpath "$(type -P "$name")")" "$work/programs/$name"; done

chmod 755 "$work"
chown -R "$user" "$work/home" "$work/clone"

# Everything below runs in namespaces of its own; the mounts are gone when it ends.
unshare --net --mount --propagation private bash -c '
  set -euo pipefail
  work=$1 user=$2
  shift 2
  ip link set lo up 2>/dev/null || ifconfig lo up
  kept=$(mktemp -d)
  mount -t tmpfs -o mode=755 none "$kept"
  cp -L "$(type -P setpriv)" "$(type -P cp)" "$(type -P node)" "$kept/"
  for folder in /run/postgresql /run/redis /usr/lib/postgresql /usr/lib/chromium /usr/sbin /usr/games; do
    [ ! -d "$folder" ] || mount -t tmpfs none "$folder"
  done
  installed_in_bin=$(dirname "$(realpath "$(type -P node)")")
  mount -t tmpfs -o mode=755 none /usr/bin
  "$kept/cp" -a "$work/programs/." /usr/bin/
  # If node itself was in the folder that is hidden now, the copy takes its place.
  [ "$installed_in_bin" != /usr/bin ] || "$kept/cp" --remove-destination "$kept/node" /usr/bin/node
  cd "$work/clone"
  exec "$kept/setpriv" --reuid="$(id -u "$user")" --regid="$(id -g "$user")" --clear-groups \
    /usr/bin/env -i PATH=/usr/bin:/bin HOME="$work/home" LANG=C.UTF-8 "$@"
' bare "$work" "$user" "$@"
