// Uses a release from its start to its end, and prints when it was ready and when the first page had come. `release.test.ts` runs it in an empty root.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const launcher = `${process.argv[2]}/samtur`
const url = 'http://127.0.0.1:3000'
process.chdir('/var/lib/samtur')

/** Runs a command of samtur to its end and returns what it printed. */
async function samtur(...args) {
  const child = spawn(launcher, args, { env: {} })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  assert.equal(code, 0, `samtur ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`)
  return { stdout, stderr }
}

const began = Date.now()
const server = spawn(launcher, ['start'], { env: { LOG_LEVEL: 'warn' }, stdio: ['ignore', process.stderr, 'inherit'] })
const ended = once(server, 'close')
const isReady = () =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
while (!(await isReady())) {
  assert.equal(server.exitCode, null, 'the server has ended')
  await sleep(100)
}
const ready = Date.now() - began
const page = await fetch(url)
assert.match(await page.text(), /<html/)
const firstPage = Date.now() - began

const { items } = await fetch(`${url}/api/v1/rides?limit=1`).then((response) => response.json())
const ride = await fetch(`${url}/rides/${items[0].id}`, { headers: { accept: 'text/html' } })
assert.match(await ride.text(), new RegExp(items[0].id))

// Pictures are decoded by another process, with libvips.
const session = await fetch(`${url}/api/auth/sign-in/email`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', origin: url },
  body: JSON.stringify({ email: 'ingrid@samtur.example', password: 'fjordtur' }),
})
const cookie = session.headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ')
const stored = await fetch(`${url}/api/v1/me/picture`, {
  method: 'PUT',
  headers: { cookie, origin: url, 'content-type': 'image/jpeg' },
  body: fs.readFileSync('picture.jpg'),
})
assert.equal(stored.status, 200)

assert.equal((await samtur('--help')).stderr, '')
const doctor = await samtur('doctor', '--json')
assert.deepEqual(
  JSON.parse(doctor.stdout).filter(({ state }) => state === 'problem'),
  [],
)
const backup = await samtur('backup', 'samtur.backup')
assert.match(backup.stdout + backup.stderr, /\d+ rows and [1-9]\d* files/)
const check = await samtur('restore', '--check', 'samtur.backup')
assert.match(check.stdout + check.stderr, /The archive is sound/)

server.kill('SIGTERM')
assert.deepEqual(await ended, [0, null])
console.log(JSON.stringify({ ready, firstPage }))
