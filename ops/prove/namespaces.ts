/** Runs programs in Linux namespaces of their own: another root folder, and a network that is only loopback. Needs root. */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a program to its end. Nothing of this process's environment is passed on. */
export async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(command, args, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [code, stdout, stderr] = await Promise.all([
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}

/** Runs a program to its end and returns its output. Throws when it fails. */
export async function succeed(command: string, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(command, args)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${stderr || stdout}`)
  return stdout
}

/** A program in namespaces of its own, where it is the first process. */
export interface Contained {
  /** Outside of its namespaces. */
  pid: number
  /** Everything that it has printed. */
  output(): string
  /** Resolves with its exit code. */
  ended: Promise<number | null>
}

interface Kinds {
  /** Options of unshare beside mount, pid and net. */
  more?: string[]
  /** Folder of the control group to start in. */
  cgroup?: string
}

/** Starts a script of the shell, which prepares mounts and ends in `exec`. */
export async function contain(script: string, args: string[], { more = [], cgroup }: Kinds = {}): Promise<Contained> {
  const kinds = ['--mount', '--pid', '--net', ...more, '--fork', '--kill-child', '--propagation', 'private']
  const join = cgroup === undefined ? '' : `echo $$ > '${cgroup}/cgroup.procs'\n`
  const inside = ['sh', '-c', `set -e\nip link set lo up\n${script}`, 'sh', ...args]
  const child = spawn('sh', ['-c', `${join}exec unshare "$@"`, 'sh', ...kinds, ...inside], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { pid: await firstChild(child), output: () => output, ended }
}

async function firstChild(child: ChildProcess): Promise<number> {
  while (child.exitCode === null) {
    const children = fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
    if (children !== '') return Number(children.split(' ')[0])
    await sleep(5)
  }
  throw new Error('unshare did not start')
}

/** Runs a program inside, in the working directory of the contained one; `user` is the number of a user, root without. */
export function runInside({ pid }: Contained, command: string[], user = 0): Promise<Ended> {
  const rights = user === 0 ? [] : [`--setuid=${user}`, `--setgid=${user}`]
  const enter = ['/usr/bin/nsenter', `--target=${pid}`, '--mount', '--pid', '--net', '--root', '--wd', ...rights]
  return run('/usr/bin/env', ['-i', ...enter, ...command])
}

/** Runs a module in Node of this machine, in the network of the contained program; returns what it printed. */
export async function inNetwork({ pid }: Contained, module: string): Promise<string> {
  const node = [process.execPath, '--input-type=module', '--eval', module]
  return succeed('nsenter', [`--target=${pid}`, '--net', ...node])
}

/** Returns the processor time in seconds that a process and its children that have ended have used. */
export function processorSeconds(pid: number): number {
  const [, fields = ''] = /\) (.*)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const ticks = fields.split(' ').slice(11, 15).map(Number)
  return ticks.reduce((sum, one) => sum + one, 0) / 100
}
