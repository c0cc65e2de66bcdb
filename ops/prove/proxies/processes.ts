/** The built product as processes of their own, as an operator starts them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testSecret } from '../../../apps/server/test/sessions.ts'
import { flags, program } from '../../../scripts/run/server.mjs'

const root = path.resolve(import.meta.dirname, '../../..')

export class Product {
  readonly url: string
  readonly child: ChildProcess
  /** What it has printed. */
  output = ''
  private readonly gone: Promise<unknown>

  private constructor(port: number, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`
    this.child = spawn(process.execPath, [...flags, program, 'start'], {
      cwd: root,
      env: { PATH: process.env['PATH'], ...standing, ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk) => (this.output += String(chunk)))
    this.gone = once(this.child, 'close')
  }

  static launch(port: number, env: Record<string, string>): Product {
    return new Product(port, env)
  }

  /** Returns once the process is ready. */
  static async start(port: number, env: Record<string, string>): Promise<Product> {
    const product = Product.launch(port, env)
    await until('the process is ready', () => product.isReady(), 60_000)
    return product
  }

  async isReady(): Promise<boolean> {
    if (this.child.exitCode !== null) throw new Error(`the process has ended: ${this.output}`)
    return fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** Returns a figure of the process itself, which no proxy passes on. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`, { headers: { connection: 'close' } })).text()
    const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
    if (value === undefined) throw new Error(`no metric ${name}`)
    return Number(value)
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.child.kill(signal)
    await this.gone
  }
}

const standing = {
  HOST: '127.0.0.1',
  DEMO: 'off',
  TRUST_PROXY: '1',
  SECRET: testSecret,
  NODE_COMPILE_CACHE: path.join(root, '.cache/node'),
}

/** Waits for a condition. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  for (const deadline = performance.now() + withinMs; performance.now() < deadline; await sleep(20))
    if (await holds()) return
  throw new Error(`${what}: not within ${withinMs / 1000} s`)
}
