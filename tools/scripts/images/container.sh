# The first process of a service: sets up its file system in a mount namespace of its own, and becomes its program.
# Arguments: root, folder, user id, group id, the program with its arguments. The variables below are not passed on.
set -eu
root=$1 folder=$2 uid=$3 gid=$4
shift 4
# Each line: kind, source, target, options.
while read -r kind source target options; do
  case $kind in
  bind)
    if [ -d "$source" ]; then mkdir -p "$root$target"; else mkdir -p "$root${target%/*}" && [ -e "$root$target" ] || : >"$root$target"; fi
    mount --bind "$source" "$root$target"
    if [ "$options" = ro ]; then mount -o remount,bind,ro "$root$target"; fi
    ;;
  rbind) mkdir -p "$root$target" && mount --rbind "$source" "$root$target" ;;
  tmpfs) mkdir -p "$root$target" && mount -t tmpfs -o "$options" tmpfs "$root$target" ;;
  proc) mkdir -p "$root$target" && mount -t proc proc "$root$target" ;;
  readonly) mount -o remount,bind,ro "$root" ;;
  esac
done <<EOF
$GATEHOUSE_MOUNTS
EOF
unset GATEHOUSE_MOUNTS
if [ -n "${GATEHOUSE_NO_NEW_PRIVILEGES-}" ]; then
  unset GATEHOUSE_NO_NEW_PRIVILEGES
  exec setpriv --no-new-privs unshare --root="$root" --wd="$folder" --setgid "$gid" --setuid "$uid" -- "$@"
fi
exec unshare --root="$root" --wd="$folder" --setgid "$gid" --setuid "$uid" -- "$@"
