/** Releases that are switched while they serve: the launcher of each, with a small program in place of the server. */
// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '../apps/server/test/free-port.ts'
import { launcherFor } from './release/launcher.ts'

const root = path.resolve(import.meta.dirname, '..')
let folder: string
let link: string
let url: string
let server: ChildProcess
let output: string

/**
 * Responds with the name of its release and that of its runtime, to `/slow` once the file `end` is there; `broken` ends before it listens, once that file
 * is there, and `dying` soon after it listens.
 */
const program = (name: string, port: number) => `
  import cluster from 'node:cluster'
  import fs from 'node:fs'
  import http from 'node:http'
  import net from 'node:net'
  import { announceWorker, superviseWorkers } from '${root}/apps/server/src/workers.ts'
  const print = (_, text) => console.log(text)
  if (cluster.isPrimary) process.exitCode = await superviseWorkers(2, { info: print, error: print })
  else if ('${name}' === 'broken') {
    fs.writeFileSync('${folder}/begun', '')
    setInterval(() => fs.existsSync('${folder}/end') && process.exit(3), 20)
  }
  else {
    const server = http.createServer(async (request, response) => {
      while (request.url === '/slow' && !fs.existsSync('${folder}/end')) await new Promise((next) => setTimeout(next, 20))
      response.end('${name} on ' + process.env.RUNTIME)
    })
    server.listen(${port}, '127.0.0.1', () => {
      announceWorker(stop)
      if ('${name}' === 'dying') setTimeout(() => process.exit(3), 50)
    })
    // The server's own close would end connections whose request has not arrived yet.
    const stop = () => net.Server.prototype.close.call(server, () => process.exit())
  }`

function addRelease(name: string, port: number) {
  const files = {
    samtur: launcherFor(process.versions.node),
    'runtime/node': `#!/bin/sh\nRUNTIME=${name} exec '${process.execPath}' "$@"\n`,
    'apps/server/dist/samtur.mjs': program(name, port),
    'apps/server/package.json': '{"type":"module"}',
  }
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, name, file)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, text, { mode: 0o755 })
  }
}

const put = (name: string) => fs.writeFileSync(path.join(folder, name), '')

/** As `ln -sfn` does. */
function switchTo(name: string) {
  fs.symlinkSync(name, `${link}.new`)
  fs.renameSync(`${link}.new`, link)
}

beforeEach(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-switching-')))
  link = path.join(folder, 'samtur')
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  for (const name of ['one', 'two', 'broken', 'dying']) addRelease(name, port)
  switchTo('one')
  output = ''
})
afterEach(async () => {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  fs.rmSync(folder, { recursive: true })
})

function launch(command: string) {
  server = spawn(command, ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  server.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()))
}

async function start(command: string) {
  launch(command)
  await printed('a worker serves', 2)
}

const printed = (text: string, times = 1) =>
  vi.waitFor(() => expect(output.split(text).length - 1).toBe(times), { timeout: 60_000 })

/** Sends requests, each on a connection of its own, until the function that it returns is called, which returns the responses. */
function load() {
  const responses: string[] = []
  let running = true
  const sending = (async () => {
    while (running) {
      const response = await fetch(url, { headers: { connection: 'close' } }).then((one) => one.text(), String)
      responses.push(response)
      await sleep(5)
    }
  })()
  return async () => {
    running = false
    await sending
    return responses
  }
}

const responseOf = (name: string) => `${name} on ${name}`
const current = async () => (await fetch(url, { headers: { connection: 'close' } })).text()

test.each(['through a link to its folder', 'through a link to itself'])(
  'a release that is started %s is switched without a refused request',
  async (how) => {
    const direct = how === 'through a link to its folder'
    if (!direct) fs.symlinkSync('samtur/samtur', path.join(folder, 'command'))
    await start(direct ? path.join(link, 'samtur') : './command')
    const end = load()
    expect(await current()).toBe(responseOf('one'))
    switchTo('two')
    server.kill('SIGHUP')
    await printed('the workers were replaced')
    expect(await current()).toBe(responseOf('two'))
    const responses = await end()
    expect(new Set(responses)).toEqual(new Set([responseOf('one'), responseOf('two')]))
  },
  120_000,
)

test('a new version that does not start leaves the old one serving, and the log says so', async () => {
  await start(path.join(link, 'samtur'))
  const end = load()
  switchTo('broken')
  put('end')
  server.kill('SIGHUP')
  await printed('a new worker ended before it served')
  expect(new Set(await end())).toEqual(new Set([responseOf('one')]))
  expect(output).not.toContain('the workers were replaced')
  switchTo('two')
  server.kill('SIGHUP')
  await printed('the workers were replaced')
  expect(await current()).toBe(responseOf('two'))
}, 120_000)

test('a signal that comes while a new version fails to start is for the version after it', async () => {
  await start(path.join(link, 'samtur'))
  switchTo('broken')
  server.kill('SIGHUP')
  await vi.waitFor(() => expect(fs.existsSync(path.join(folder, 'begun'))).toBe(true), { timeout: 60_000 })
  switchTo('two')
  server.kill('SIGHUP')
  await printed('the workers are being replaced', 2)
  put('end')
  await printed('the workers were replaced')
  expect(await current()).toBe(responseOf('two'))
}, 120_000)

test.each([
  ['leads nowhere', () => switchTo('missing')],
  ['has no program that can be run', () => switchTo('locked')],
])(
  'a link that %s leaves the old version serving',
  async (_, mislead) => {
    addRelease('locked', 0)
    fs.chmodSync(path.join(folder, 'locked/samtur'), 0o644)
    await start(path.join(link, 'samtur'))
    const end = load()
    mislead()
    server.kill('SIGHUP')
    await printed('a new worker ended before it served')
    expect(output).toContain('a worker could not be started or reached')
    expect(new Set(await end())).toEqual(new Set([responseOf('one')]))
    switchTo('two')
    server.kill('SIGHUP')
    await printed('the workers were replaced')
    expect(await current()).toBe(responseOf('two'))
  },
  120_000,
)

test('when the first process is killed, the requests that the workers are processing get their responses', async () => {
  await start(path.join(link, 'samtur'))
  const slow = fetch(`${url}/slow`, { headers: { connection: 'close' } }).then((response) => response.text())
  // It is being processed: later requests have got their responses.
  for (let count = 0; count < 10; count++) expect(await current()).toBe(responseOf('one'))
  const killed = once(server, 'exit')
  server.kill('SIGKILL')
  await killed
  // The workers have stopped to listen.
  await vi.waitFor(() => expect(current()).rejects.toThrow('fetch failed'), { timeout: 10_000 })
  put('end')
  expect(await slow).toBe(responseOf('one'))
}, 120_000)

test('workers that die soon after their start are replaced after pauses that grow', async () => {
  switchTo('dying')
  launch(path.join(link, 'samtur'))
  const began = performance.now()
  await vi.waitFor(() => expect(output.split('another one takes its place').length).toBeGreaterThan(6), {
    timeout: 60_000,
  })
  expect(performance.now() - began).toBeGreaterThan(1_000)
}, 120_000)
