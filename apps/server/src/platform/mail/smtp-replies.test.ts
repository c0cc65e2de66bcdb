/** The outcome of a mail for each reply of a mail server, from a server with scripted replies. */
import net from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { createLog } from '../log.ts'
import { queueMail, resendMail, startOutbox } from './outbox.ts'
import { smtpTransport } from './transport.ts'

const MINUTE = 60_000
const log = createLog('silent')
/** As long as a test waits for a greeting that never comes; the product waits for ten seconds. */
const GREETING_MS = 300

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  await db.kysely.deleteFrom('outbox').execute()
})

type Stage = 'greeting' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'text'
interface Script {
  /** Replies in place of success, by stage; '' sends none. */
  says: Partial<Record<Stage, string>>
  delivered: number
}

const yes: Record<string, string> = {
  EHLO: '250-here\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  DATA: '354 go on',
  QUIT: '221 bye',
}

async function startSmtp(says: Script['says'], user = ''): Promise<{ script: Script; url: string }> {
  const script: Script = { says, delivered: 0 }
  const server = net.createServer((socket) => {
    let inText = false
    const say = (stage: string, usual = yes[stage] ?? '250 fine') => {
      const answer = script.says[stage as Stage] ?? usual
      if (answer) socket.write(`${answer}\r\n`)
      return answer.startsWith('2') || answer.startsWith('3')
    }
    socket.on('error', () => {})
    say('greeting', '220 here')
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const verb = line.split(/[ :]/, 1)[0]?.toUpperCase() ?? ''
        if (inText && line !== '.') continue
        if (inText) {
          inText = false
          if (say('text')) script.delivered++
        } else if (say(verb) && verb === 'DATA') inText = true
      }
    })
    ends.push(() => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return { script, url: `smtp://${user}127.0.0.1:${(server.address() as net.AddressInfo).port}` }
}

async function startSending(url: string) {
  const transport = smtpTransport(url, 'Samtur <no-reply@samtur.example>', { greetingMs: GREETING_MS })
  let written = 0
  const render = ({ recipient }: { recipient: string }) => ({
    to: recipient,
    subject: 'Hei',
    text: `Hei ${++written}`,
    html: '',
  })
  const worker = startOutbox({ db, clock: db.clock, log, transport, render })
  ends.push(async () => {
    transport.close?.()
    await worker.stop()
  })
  return { worker, written: () => written }
}

const mail = () => db.kysely.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
const tried = (attempts: number) =>
  vi.waitFor(async () => expect(await mail()).toMatchObject({ attempts, locked_until: null }), {
    timeout: 10_000,
    interval: 5,
  })

const row = { kind: 'moderation.invited', recipient: 'ola@example.no', locale: 'no', data: { url: '' } } as const

test.each<[string, Script['says'], string]>([
  ['never greets', { greeting: '' }, 'ETIMEDOUT'],
  ['greets with 421', { greeting: '421 too busy' }, '421'],
  ['replies 421 to the sender', { MAIL: '421 closing' }, '421'],
  ['replies 450 to the recipient', { RCPT: '450 mailbox busy' }, '450'],
  ['replies 450 to the text', { text: '450 later' }, '450'],
  ['replies 421 to the text', { text: '421 closing' }, '421'],
])('a mail server that %s is tried again after a minute, and then takes the mail', async (_, says, reason) => {
  await queueMail(db.kysely, row)
  const { script, url } = await startSmtp(says)
  const { worker } = await startSending(url)
  await tried(1)
  expect(await mail()).toMatchObject({ dead_at: null, sent_at: null, last_error: reason })
  script.says = {}
  worker.wake()
  expect(script.delivered).toBe(0)
  db.clock.advance(MINUTE)
  worker.wake()
  await vi.waitFor(async () => expect(await mail()).toMatchObject({ sent_at: expect.any(Date) }), { timeout: 10_000 })
  expect(script.delivered).toBe(1)
})

test.each<[string, Script['says'], string]>([
  ['550 to the recipient', { RCPT: '550 no such mailbox' }, '550'],
  ['554 to the recipient', { RCPT: '554 refused' }, '554'],
  ['550 to the text', { text: '550 not this' }, '550'],
  ['554 to the text', { text: '554 spam' }, '554'],
  ['554 in place of a greeting', { greeting: '554 no service' }, '554'],
])('a mail that is answered %s is given up at once, and can be sent again', async (_, says, reason) => {
  await queueMail(db.kysely, row)
  const { script, url } = await startSmtp(says)
  const { worker, written } = await startSending(url)
  await tried(1)
  const { id, ...refused } = await mail()
  expect(refused).toMatchObject({ dead_at: expect.any(Date), sent_at: null, last_error: reason })
  db.clock.advance(3 * 24 * 60 * MINUTE)
  worker.wake()
  await worker.stop()
  expect([script.delivered, (await mail()).attempts]).toEqual([0, 1])

  script.says = {}
  expect(await resendMail(db.kysely, id)).toMatchObject({ recipient: row.recipient })
  expect(await resendMail(db.kysely, id)).toBeUndefined()
  await startSending(url)
  await vi.waitFor(async () => expect(await mail()).toMatchObject({ sent_at: expect.any(Date) }), { timeout: 10_000 })
  expect([script.delivered, written()]).toEqual([1, 1])
  // What has been sent is not sent again.
  expect(await resendMail(db.kysely, id)).toBeUndefined()
})

test('a password that the mail server refuses costs no mail: it is tried again', async () => {
  await queueMail(db.kysely, row)
  const { url } = await startSmtp({ AUTH: '535 wrong' }, 'user:wrong@')
  await startSending(url)
  await tried(1)
  expect(await mail()).toMatchObject({ dead_at: null, last_error: '535' })
})
