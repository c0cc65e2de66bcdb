/** A server with the demo's data, for the measurements in a browser. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

interface Server {
  url: string
  stop(): Promise<void>
}

async function startDemo(): Promise<Server> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-bench-'))
  const port = await freePort()
  const main = path.resolve(import.meta.dirname, '../../apps/server/src/main.ts')
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'error', DATABASE_URL: '' }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    fs.rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://localhost:${port}`
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (child.exitCode !== null) break
    if (await answers(url)) return { url, stop }
    await sleep(100)
  }
  await stop()
  throw new Error('the server did not start within two minutes')
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

async function freePort(): Promise<number> {
  const probe = net.createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as net.AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Returns the server that BENCH_URL names, or starts one on a port of its own. */
export async function openServer(): Promise<Server> {
  const given = process.env['BENCH_URL']
  return given ? { url: given.replace(/\/$/, ''), stop: () => Promise.resolve() } : startDemo()
}
