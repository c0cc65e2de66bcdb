/** A root folder with nothing but a shell, the libraries of C and C++ and a release, for a program without rights and without a network. Needs root. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A user without rights and without a name. */
const USER = 65_534

export interface EmptyRoot {
  folder: string
  /** Where the release is, from outside. */
  release: string
  /** Files that were put there beside the release. */
  files: string[]
}

/** Unpacks the archive and adds what its programs load from the system, by ldd. */
export async function makeEmptyRoot(archive: string): Promise<EmptyRoot> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-root-'))
  const inside = (file: string) => path.join(folder, file)
  for (const name of ['opt', 'tmp', 'proc', 'dev', 'bin', 'var/lib/samtur'])
    fs.mkdirSync(inside(name), { recursive: true })
  fs.chmodSync(folder, 0o755)
  fs.chmodSync(inside('tmp'), 0o1777)
  fs.chownSync(inside('var/lib/samtur'), USER, USER)
  fs.writeFileSync(inside('dev/null'), '')
  await run('tar', ['-xzf', archive, '-C', inside('opt')])
  const release = path.join(inside('opt'), ...fs.readdirSync(inside('opt')))
  const programs = [
    '/bin/sh',
    path.join(release, 'runtime/node'),
    ...fs.globSync(`${release}/node_modules/@img/*/lib/*.{node,so*}`),
  ]
  const files = ['/bin/sh', ...(await librariesOf(programs))]
  for (const file of files) {
    fs.mkdirSync(inside(path.dirname(file)), { recursive: true })
    fs.copyFileSync(file, inside(file))
  }
  return { folder, release, files }
}

/** Returns the libraries of the system that the programs load, and the loader. */
async function librariesOf(programs: string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const program of programs)
    for (const [, file = ''] of (await run('ldd', [program])).stdout.matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm))
      // The release brings this one, and its own folders.
      if (!file.includes('libatomic') && !file.includes('/node_modules/')) found.add(file)
  return [...found].toSorted()
}

/** As ProtectProc and ProcSubset of the systemd unit do. The folder of the release cannot be written. */
const script = `
  ip link set lo up
  mount -t proc -o subset=pid,hidepid=invisible proc "$1/proc"
  mount --bind /dev/null "$1/dev/null"
  mount --bind "$1/opt" "$1/opt"
  mount -o remount,bind,ro "$1/opt"
  exec /usr/bin/env -i "LD_LIBRARY_PATH=$2/runtime/lib" \\
    /usr/sbin/chroot --userspec=${USER}:${USER} "$1" "$2/runtime/node" /program.mjs "$2"`

/** Runs a module inside with the release's runtime and returns what it printed. */
export async function runInside({ folder, release }: EmptyRoot, module: string): Promise<string> {
  fs.copyFileSync(module, path.join(folder, 'program.mjs'))
  const kinds = ['--mount', '--pid', '--net', '--fork', '--kill-child', '--propagation', 'private']
  const args = ['sh', '-euc', script, 'sh', folder, `/${path.relative(folder, release)}`]
  const { stdout } = await run('unshare', [...kinds, ...args], { timeout: 240_000, killSignal: 'SIGKILL' })
  return stdout
}
