/** A root folder with nothing but a shell, the libraries of C and C++ and a release, for programs without rights. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Contained, contain, type Ended, runInside, succeed } from './namespaces.ts'

/** A user without rights and without a name. */
const USER = 65_534

export interface EmptyRoot {
  /** Where the release is, from outside. */
  release: string
  /** Files that were put there beside the release. */
  files: string[]
  /** Starts `samtur <args>` as the first process. */
  start(args: string[], env: Record<string, string>): Promise<Contained>
  /** Runs `samtur <args>` beside the started one. */
  samtur(started: Contained, args: string[]): Promise<Ended>
  [Symbol.dispose](): void
}

/** Unpacks the archive and adds what its programs load from the system, by ldd. */
export async function makeEmptyRoot(archive: string): Promise<EmptyRoot> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-root-'))
  for (const name of ['opt', 'tmp', 'proc', 'dev', 'bin', 'var/lib/samtur'])
    fs.mkdirSync(path.join(folder, name), { recursive: true })
  for (const [name, mode] of [
    ['', 0o755],
    ['tmp', 0o1777],
  ] as const)
    fs.chmodSync(path.join(folder, name), mode)
  fs.chownSync(path.join(folder, 'var/lib/samtur'), USER, USER)
  fs.writeFileSync(path.join(folder, 'dev/null'), '')
  await succeed('tar', ['-xzf', archive, '-C', path.join(folder, 'opt')])
  const [name = ''] = fs.readdirSync(path.join(folder, 'opt'))
  const release = path.join(folder, 'opt', name)
  fs.copyFileSync('/bin/sh', path.join(folder, 'bin/sh'))
  const programs = [
    '/bin/sh',
    path.join(release, 'runtime/node'),
    ...fs.globSync(`${release}/node_modules/@img/*/lib/*.{node,so*}`),
  ]
  const files = ['/bin/sh', ...(await librariesOf(programs))]
  for (const file of files.slice(1)) {
    fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    fs.copyFileSync(file, path.join(folder, file))
  }
  const launcher = `/opt/${name}/samtur`
  return {
    release,
    files,
    start: (args, env) => {
      // As ProtectProc and ProcSubset of the systemd unit do. The folder of the release cannot be written.
      const script = `
        root=$1; shift
        mount -t proc -o subset=pid,hidepid=invisible proc "$root/proc"
        mount --bind /dev/null "$root/dev/null"
        mount --bind "$root/opt" "$root/opt" && mount -o remount,bind,ro "$root/opt"
        cd "$root/var/lib/samtur"
        exec /usr/bin/env -i "$@"`
      const settings = Object.entries(env).map(([key, value]) => `${key}=${value}`)
      // The shell inside finds no program but those of the release.
      const inside = [
        '/usr/sbin/chroot',
        `--userspec=${USER}:${USER}`,
        folder,
        '/bin/sh',
        '-c',
        `cd /var/lib/samtur && exec ${launcher} "$@"`,
      ]
      return contain(script, [folder, ...settings, ...inside, 'sh', ...args])
    },
    samtur: (started, args) => runInside(started, [launcher, ...args], USER),
    [Symbol.dispose]: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}

/** Returns the libraries of the system that the programs load, and the loader. */
async function librariesOf(programs: string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const program of programs)
    for (const [, file = ''] of (await succeed('ldd', [program])).matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm))
      // The release brings this one, and its own folders.
      if (!file.includes('libatomic') && !file.includes('/node_modules/')) found.add(file)
  return [...found].toSorted()
}
