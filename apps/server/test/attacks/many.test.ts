/** Many idle connections, and a process without free file descriptors. */
// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { attack, get, health, startVictim, statusOf, type Attacker, type Victim } from './victim.ts'

/**
 * Ten thousand connections, or as many as this process may open. They use several local addresses, so that ports do not run out, and open
 * in batches, because the system queues only some hundreds.
 */
const AT_MOST = 10_000
const PORTION = 200
const PER_ADDRESS = 2_000
const ALIVE_WITHIN_MS = 8_000

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(prefix: string[] = []): Promise<Victim> {
  const victim = await startVictim({}, prefix)
  ends.push(() => victim.stop())
  return victim
}

const mostHere = () => Number(/Max open files\s+(\d+)/.exec(fs.readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024)

async function crowd(port: number, count: number): Promise<Attacker[]> {
  const all: Attacker[] = []
  ends.push(() => all.forEach(({ socket }) => socket.destroy()))
  while (all.length < count) {
    const from = `127.0.0.${2 + Math.floor(all.length / PER_ADDRESS)}`
    const portion = Array.from({ length: Math.min(PORTION, count - all.length) }, () => attack(port, { from }))
    all.push(...(await Promise.all(portion)))
  }
  return all
}

test(
  'the server answers others beside many idle connections, and closes those after ten seconds',
  { timeout: 90_000 },
  async () => {
    const victim = await start()
    const before = victim.rss()
    const count = Math.min(AT_MOST, mostHere() - 500)
    const idle = await crowd(victim.port, count)
    expect(await health(victim.server.url)).toBeLessThan(ALIVE_WITHIN_MS)
    // About 12 kB each.
    expect(victim.rss() - before).toBeLessThan(100 + count * 0.03)
    await expect
      .poll(() => idle.every(({ endedAfterMs }) => endedAfterMs !== undefined), { timeout: 60_000 })
      .toBe(true)
    expect(new Set(idle.map(statusOf))).toEqual(new Set([408]))
    expect(await health(victim.server.url)).toBeLessThan(ALIVE_WITHIN_MS)
  },
)

// prlimit, a command of Linux, limits the process from outside.
const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((file) => fs.existsSync(file))

test.skipIf(!prlimit)(
  'connections beyond the file limit get 503 with Retry-After, and the others are answered, also afterwards',
  { timeout: 60_000 },
  async () => {
    const victim = await start([prlimit ?? '', '--nofile=400:400'])
    // The server itself uses some of the 400 files, so the number of refused connections depends on the machine.
    const all = await crowd(victim.port, 400)
    await expect.poll(() => all.filter((one) => statusOf(one) === 503).length, { timeout: 20_000 }).toBeGreaterThan(10)
    const refused = all.find((one) => statusOf(one) === 503)
    expect(refused?.text).toMatch(/\r\nRetry-After: \d+\r\n/)
    expect(refused?.text).toContain('"code":"unavailable"')
    const inside = all.find((one) => one.endedAfterMs === undefined)
    inside?.socket.write(get('/api/v1/places?q=oslo'))
    await expect.poll(() => inside && statusOf(inside), { timeout: 10_000 }).toBe(200)
    for (const { socket } of all) socket.destroy()
    await expect
      .poll(() =>
        fetch(`${victim.server.url}/api/v1/rides`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  },
)

test.skipIf(!prlimit)(
  'without a free file descriptor the response is 503 with Retry-After and not 500, and the process survives',
  { timeout: 60_000 },
  async () => {
    const victim = await start()
    const { pid } = victim.server.child
    const name = `${'a'.repeat(22)}.jpg`
    const pictures = path.join(victim.folder, 'files/profiles')
    fs.mkdirSync(pictures, { recursive: true })
    fs.writeFileSync(path.join(pictures, name), 'picture')
    const picture = `${victim.server.url}/files/profiles/${name}`
    expect((await fetch(picture)).status).toBe(200)
    const kept = await crowd(victim.port, 1)
    await limitFiles(pid ?? 0, 1)
    // Uses a connection from before; a new one would need a file.
    kept[0]?.socket.write(get('/api/v1/places?q=oslo') + get(new URL(picture).pathname) + get('/healthz'))
    await expect.poll(() => kept[0]?.text, { timeout: 10_000 }).toContain('{"status":"ok"}')
    const statuses = [...(kept[0]?.text ?? '').matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
    expect(statuses).toEqual([200, 503, 200])
    expect(kept[0]?.text).toMatch(/\r\nretry-after: \d+\r\n/i)
    const waiting = await Promise.allSettled(Array.from({ length: 20 }, () => attack(victim.port)))
    await sleep(200)
    for (const one of waiting) if (one.status === 'fulfilled') one.value.socket.destroy()
    await limitFiles(pid ?? 0, 1_000)
    await expect
      .poll(
        () =>
          fetch(picture).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 10_000 },
      )
      .toBe(200)
    expect(victim.server.child.exitCode).toBeNull()
  },
)

async function limitFiles(pid: number, files: number) {
  const child = spawn(prlimit ?? '', ['--pid', String(pid), `--nofile=${files}:`], { stdio: 'ignore' })
  await once(child, 'exit')
}
