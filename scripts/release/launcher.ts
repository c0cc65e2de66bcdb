/** The launcher of a release: a script of the shell, because Node takes its flags and some variables only when it starts. */
import { flagsFor, presets, program } from '../run/server.mjs'

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns the script, which needs /bin/sh and, only where it is started through a link to itself, readlink. */
export function launcherFor(nodeVersion: string): string {
  const preset = Object.entries(presets).map(([name, value]) => `export ${name}="\${${name}-${value}}"`)
  return `#!/bin/sh
# Starts Samtur on the Node.js beside it: \`samtur --help\`. Made by scripts/release.ts.
set -eu
self=$0
case $self in
  */*) ;;
  *) self=./$self ;;
esac
while [ -L "$self" ]; do
  link=$(readlink -- "$self")
  case $link in
    /*) self=$link ;;
    *) self=\${self%/*}/$link ;;
  esac
done
# The folder of this version: a link to it may lead to another version later.
here=$(CDPATH= cd -- "\${self%/*}/" && pwd -P)
${preset.join('\n')}
# A library of the runtime that small systems lack.
export LD_LIBRARY_PATH="$here/runtime/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
# Compiled code, so that the second start is faster: in the cache folder of a systemd unit, or here. Node leaves it out where it cannot write.
export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE-\${CACHE_DIRECTORY-$here/.cache}}"
exec "$here/runtime/node" ${flagsFor(nodeVersion).map(quoted).join(' ')} "$here/${program}" "$@"
`
}
