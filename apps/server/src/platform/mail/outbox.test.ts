/** The outbox against a real SMTP server in this process. */
import net from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  databaseKinds,
  describePostgres,
  freshServerDatabase,
  openServerDatabase,
  openTestDatabase,
  usualKind,
  type DatabaseKind,
  type TestDatabase,
} from '../../../test/database.ts'
import type { Worker } from '../jobs/worker.ts'
import { createLog } from '../log.ts'
import { queueMail, startOutbox, type Mail, type Transport } from './outbox.ts'
import { smtpTransport } from './transport.ts'

const MINUTE = 60_000
const log = createLog('silent')
const row = {
  kind: 'moderation.invited',
  recipient: 'ola@example.no',
  locale: 'no',
  data: { url: 'https://samtur.example/token' },
} as const

interface Smtp {
  port: number
  url: string
  mails: (Email & { recipients: string[] })[]
  /** Status codes of the next deliveries; 250 when empty. */
  answers: number[]
  /** Holds deliveries until it resolves. */
  hold?: Promise<void> | undefined
  close(): Promise<void>
}

async function startSmtp(port = 0): Promise<Smtp> {
  const smtp: Smtp = {
    port,
    url: '',
    mails: [],
    answers: [],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, callback) {
      const raw = await text(stream)
      await smtp.hold
      const responseCode = smtp.answers.shift()
      if (responseCode) return callback(Object.assign(new Error('no'), { responseCode }))
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      smtp.mails.push({ ...(await PostalMime.parse(raw)), recipients })
      callback()
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  smtp.port = (server.server.address() as net.AddressInfo).port
  smtp.url = `smtp://127.0.0.1:${smtp.port}`
  return smtp
}

const render = ({ recipient }: { recipient: string }): Mail => ({
  to: recipient,
  subject: 'Hei',
  text: 'Hei',
  html: '<p>Hei</p>',
})

let smtp: Smtp
let stops: (() => Promise<void> | void)[]
beforeEach(async () => {
  smtp = await startSmtp()
  stops = []
})
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop()
  await smtp.close()
})

const opened = new Map<DatabaseKind, Promise<TestDatabase>>()
afterAll(async () => {
  for (const db of opened.values()) await (await db).close()
})

/** One database of each kind for the file, with nothing to send. */
async function openFor(kind: DatabaseKind = usualKind) {
  const opening = opened.get(kind) ?? openTestDatabase(kind)
  opened.set(kind, opening)
  const db = await opening
  await db.kysely.deleteFrom('outbox').execute()
  return db
}

function transportTo(url = smtp.url): Transport {
  const transport = smtpTransport(url, 'Samtur <no-reply@samtur.example>')
  stops.push(() => transport.close?.())
  return transport
}

async function startOn(db: TestDatabase, transport = transportTo()): Promise<Worker> {
  const worker = startOutbox({ db, clock: db.clock, log, transport, render })
  stops.push(async () => {
    await worker.stop()
  })
  return worker
}

const rows = (db: TestDatabase) => db.kysely.selectFrom('outbox').selectAll().orderBy('recipient').execute()
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 5 })
/** Waits until every mail has had that many attempts and none is leased. */
const tried = (db: TestDatabase, attempts: number) =>
  until(async () =>
    expect((await rows(db)).map((mail) => [mail.attempts, mail.locked_until])).toEqual([[attempts, null]]),
  )

async function later(db: TestDatabase, worker: Worker, minutes: number) {
  db.clock.advance(minutes * MINUTE)
  worker.wake()
}

describe.each(databaseKinds)('on the %s database', (kind) => {
  test('four workers deliver every mail once and forget its links', async () => {
    const db = await openFor(kind)
    for (let i = 0; i < 40; i++) await queueMail(db.kysely, { ...row, recipient: `ola${i}@example.no` })
    for (let i = 0; i < 4; i++) await startOn(db)
    await until(async () => expect((await rows(db)).filter((mail) => mail.sent_at)).toHaveLength(40))
    const recipients = smtp.mails.flatMap((mail) => mail.recipients)
    expect([recipients.length, new Set(recipients).size]).toEqual([40, 40])
    expect(new Set(smtp.mails.map((mail) => mail.messageId)).size).toBe(40)
    expect(JSON.stringify(await rows(db))).not.toContain('token')
  })

  test('451 is tried again after a minute, 550 never', async () => {
    const db = await openFor(kind)
    await queueMail(db.kysely, row)
    smtp.answers = [451, 550]
    const worker = await startOn(db)
    await tried(db, 1)
    await later(db, worker, 0.9)
    await later(db, worker, 0.2)
    await tried(db, 2)
    expect(await rows(db)).toMatchObject([{ sent_at: null, dead_at: expect.any(Date), last_error: '550' }])
    await later(db, worker, 3 * 24 * 60)
    await worker.stop()
    expect([smtp.mails.length, (await rows(db))[0]?.attempts]).toEqual([0, 2])
  })

  test('a server that is away is tried again', async () => {
    const db = await openFor(kind)
    await queueMail(db.kysely, row)
    const { port, url } = smtp
    await smtp.close()
    const worker = await startOn(db, transportTo(url))
    await tried(db, 1)
    expect(await rows(db)).toMatchObject([{ dead_at: null, last_error: 'ESOCKET' }])
    smtp = await startSmtp(port)
    await later(db, worker, 1)
    await until(() => expect(smtp.mails.map((mail) => mail.recipients)).toEqual([['ola@example.no']]))
  })

  test('a server that hangs up in the middle is tried again, with the same Message-ID', async () => {
    const db = await openFor(kind)
    await queueMail(db.kysely, row)
    const [mail] = await rows(db)
    const rude = net.createServer((socket) => socket.once('data', () => socket.destroy()).write('220 hello\r\n'))
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
    const worker = await startOn(db, transportTo(`smtp://127.0.0.1:${(rude.address() as net.AddressInfo).port}`))
    await tried(db, 1)
    await worker.stop()
    rude.close()
    db.clock.advance(MINUTE)
    await startOn(db)
    await until(() => expect(smtp.mails.map((sent) => sent.messageId)).toEqual([`<${mail?.id}@samtur.example>`]))
  })
})

test('gives up after eight attempts over almost two days', async () => {
  const db = await openFor()
  await queueMail(db.kysely, row)
  smtp.answers = Array<number>(9).fill(451)
  const worker = await startOn(db)
  for (const [index, minutes] of [1, 5, 15, 60, 180, 720, 1440].entries()) {
    await tried(db, index + 1)
    expect((await rows(db))[0]?.dead_at).toBeNull()
    await later(db, worker, minutes)
  }
  await tried(db, 8)
  expect(await rows(db)).toMatchObject([{ dead_at: expect.any(Date), last_error: '451' }])
})

test('a mail that cannot be written is tried again like one that is refused, and the others are sent', async () => {
  const db = await openFor()
  await queueMail(db.kysely, { ...row, recipient: 'a@example.no' })
  await queueMail(db.kysely, { ...row, recipient: 'b@example.no' })
  const worker = startOutbox({
    db,
    clock: db.clock,
    log,
    transport: transportTo(),
    render(mail) {
      if (mail.recipient.startsWith('a')) throw new Error('no such mail')
      return render(mail)
    },
  })
  stops.push(() => worker.stop())
  await until(async () =>
    expect(await rows(db)).toMatchObject([{ attempts: 1, last_error: 'Error' }, { sent_at: expect.any(Date) }]),
  )
})

test('a mail queued in a transaction that fails is never sent', async () => {
  const db = await openFor()
  const worker = await startOn(db)
  const failed = db.tx(async (tx) => {
    await queueMail(tx, row)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  worker.wake()
  await worker.stop()
  expect(smtp.mails).toEqual([])
})

describePostgres('several processes', () => {
  async function twoProcesses() {
    const url = await freshServerDatabase()
    const first = await openServerDatabase(url)
    const second = await openServerDatabase(url, first.clock)
    stops.push(
      () => first.close(),
      () => second.close(),
    )
    return [first, second] as const
  }

  test('four workers in two processes deliver every mail once', async () => {
    const [first, second] = await twoProcesses()
    for (let i = 0; i < 40; i++) await queueMail(first.kysely, { ...row, recipient: `ola${i}@example.no` })
    await Promise.all([first, first, second, second].map((db) => startOn(db)))
    await until(async () => expect((await rows(first)).filter((mail) => mail.sent_at)).toHaveLength(40))
    expect(smtp.mails.map((mail) => mail.recipients.join()).toSorted()).toEqual(
      (await rows(first)).map((mail) => mail.recipient),
    )
  })

  test('a crash between sending and noting it sends the same Message-ID once more, when the lease has run out', async () => {
    const [first, second] = await twoProcesses()
    await queueMail(first.kysely, row)
    const real = transportTo()
    const crashing = startOutbox({
      db: first,
      clock: first.clock,
      log,
      render,
      // What it would do next never happens.
      transport: { send: (mail, id) => real.send(mail, id).then(() => new Promise(() => {})) },
    })
    await until(() => expect(smtp.mails).toHaveLength(1))
    const worker = await startOn(second)
    await worker.stop()
    expect(smtp.mails).toHaveLength(1)
    first.clock.advance(10 * MINUTE)
    await startOn(second)
    await until(async () => expect((await rows(second))[0]?.sent_at).not.toBeNull())
    expect(smtp.mails.map((mail) => mail.messageId)).toEqual([smtp.mails[0]?.messageId, smtp.mails[0]?.messageId])
    expect(smtp.mails[0]?.messageId).toBe(`<${(await rows(second))[0]?.id}@samtur.example>`)
    void crashing
  })

  test('a slow server does not make two processes send the same mails', async () => {
    const [first, second] = await twoProcesses()
    for (let i = 0; i < 10; i++) await queueMail(first.kysely, { ...row, recipient: `ola${i}@example.no` })
    let release = () => {}
    smtp.hold = new Promise((resolve) => (release = resolve))
    const slow = await startOn(first)
    // The first mail is under way and takes so long that its lease runs out.
    await until(async () => expect((await rows(first)).some((mail) => mail.locked_until !== null)).toBe(true))
    const [underWay] = (await rows(first)).filter((mail) => mail.locked_until !== null)
    first.clock.advance(30 * MINUTE)
    const other = await startOn(second)
    release()
    await until(async () => expect((await rows(first)).filter((mail) => mail.sent_at)).toHaveLength(10))
    await Promise.all([slow.stop(), other.stop()])
    const others = smtp.mails
      .flatMap((mail) => mail.recipients)
      .filter((recipient) => recipient !== underWay?.recipient)
    expect([others.length, new Set(others).size]).toEqual([9, 9])
  })
})

describe('what a person wrote cannot become a header or a recipient', () => {
  const send = async (mail: Partial<Mail>) => {
    await transportTo().send(
      { to: 'ola@example.no', subject: 'Hei', text: 'Hei', html: '<p>Hei</p>', ...mail },
      'an-id',
    )
    return smtp.mails.at(-1)
  }

  test.each([
    'Ola\r\nBcc: evil@example.com',
    'Ola\nSubject: x\n\nbody',
    'Ola\r\n\r\n<b>',
    'Ola\u0000\u2028Bcc: evil@example.com',
    'Øystein '.repeat(60),
  ])('subject %j', async (subject) => {
    const mail = await send({ subject })
    expect(mail?.recipients).toEqual(['ola@example.no'])
    const names = mail?.headers.map((header) => header.key)
    expect(names?.filter((name) => name === 'subject')).toHaveLength(1)
    expect(names).not.toContain('bcc')
    expect(mail?.text?.trim()).toBe('Hei')
  })

  test.each([
    'a@example.no, evil@example.com',
    'a@example.no; evil@example.com',
    'a@example.no\r\nRCPT TO:<evil@example.com>',
    '"x" <evil@example.com>, a@example.no',
  ])('recipient %j', async (to) => {
    await send({ to }).catch(() => {})
    expect(smtp.mails.flatMap((mail) => mail.recipients)).not.toContain('evil@example.com')
    expect(smtp.mails.flatMap((mail) => mail.recipients).length).toBeLessThanOrEqual(1)
  })

  test('has both parts, and a header against automatic replies', async () => {
    const mail = await send({ subject: 'Bekreft å', text: 'Blåbær\n.\nQUIT', html: '<p>Blåbær</p>' })
    expect([mail?.subject, mail?.text?.trim(), mail?.html?.trim()]).toEqual([
      'Bekreft å',
      'Blåbær\n.\nQUIT',
      '<p>Blåbær</p>',
    ])
    expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    expect(mail?.from).toMatchObject({ name: 'Samtur', address: 'no-reply@samtur.example' })
  })
})
