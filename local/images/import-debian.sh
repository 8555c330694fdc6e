#!/bin/sh
# Makes an image of a small Debian with Redis, unless it is there already: import-debian.sh NAME
#
# The release and the mirror are those of this machine. The packages beside Redis are what the programs of the other images
# are linked with, and what health checks ask with.
set -eu
# The client that came with the engine stands first. debootstrap is in /usr/sbin.
PATH=/usr/bin:$PATH:/usr/sbin:/sbin
[ -z "$(docker image ls --quiet "$1")" ] || exit 0
command -v debootstrap >/dev/null || { echo 'debootstrap is missing. Install it, for example: apt-get install debootstrap' >&2; exit 1; }

. /etc/os-release
mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' \
  | sed -n "s/ $VERSION_CODENAME\$//p" | head -1)
rootfs=$(mktemp -d)
trap 'rm -rf "$rootfs"' EXIT
# Without a mirror debootstrap chooses its own.
debootstrap --variant=minbase --include=redis-server,ca-certificates,curl,libatomic1,libstdc++6 \
  "$VERSION_CODENAME" "$rootfs" $mirror
rm -rf "$rootfs/var/cache/apt"
tar --create --directory "$rootfs" . | docker import --change 'CMD ["redis-server", "--protected-mode", "no"]' \
  --change 'EXPOSE 6379' --change 'WORKDIR /data' - "$1"
