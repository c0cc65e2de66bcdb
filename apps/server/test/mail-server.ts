/** Runs a real SMTP server in the test process, and keeps the mails it received. */
import { sql } from 'kysely'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, vi } from 'vitest'
import type { Person, TestApp } from './app.ts'

export interface MailServer {
  /** Address for SMTP_URL. */
  url: string
  mails: ReceivedMail[]
  /** Status codes for the next deliveries; 250 when empty. */
  answers: number[]
  /** Returns the next unread mail to an address. */
  next(to: string): Promise<ReceivedMail>
  close(): Promise<void>
}

export interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  /** By their names in lower case. */
  headers: Record<string, string>
  /** The first link in the text, without the server's name. */
  link: string
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const read = new Set<ReceivedMail>()
  const answers: number[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, callback) {
      const parsed = await PostalMime.parse(await text(stream))
      const responseCode = answers.shift()
      if (responseCode) return callback(Object.assign(new Error('not now'), { responseCode }))
      for (const { address } of session.envelope.rcptTo) mails.push(received(address, parsed))
      callback()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    answers,
    next: (to) =>
      vi.waitFor(
        () => {
          const mail = mails.find((one) => one.to === to && !read.has(one))
          if (!mail) throw new Error(`no mail to ${to}`)
          read.add(mail)
          return mail
        },
        { timeout: 10_000, interval: 5 },
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function received(
  to: string,
  { subject = '', text: body = '', html = '', messageId = '', headers }: Email,
): ReceivedMail {
  const link = /https?:\/\/[^/\s]+(\/\S*)/.exec(body)?.[1] ?? ''
  const named = Object.fromEntries(headers.map(({ key, value }) => [key, value]))
  return { to, subject, text: body, html, messageId, headers: named, link }
}

/** Waits until every mail that is due is sent or given up: at night alerts wait for the morning. */
export async function settled({ db }: Pick<TestApp, 'db'>): Promise<void> {
  const waiting = () =>
    db.read
      .selectFrom('outbox')
      .select('kind')
      .where('sent_at', 'is', null)
      .where('next_at', '<=', sql<Date>`app_now()`)
      .execute()
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 10_000, interval: 5 })
}

/** Waits until so many mails to the addresses have been tried once without success; returns their rows. */
export const triedOnce = ({ db }: Pick<TestApp, 'db'>, recipients: string[], count: number) =>
  vi.waitFor(
    async () => {
      const tried = db.read.selectFrom('outbox').select(['id', 'data']).where('recipient', 'in', recipients)
      const waiting = tried.where('attempts', '=', 1).where('sent_at', 'is', null).where('locked_until', 'is', null)
      const rows = await waiting.execute()
      expect(rows).toHaveLength(count)
      return rows
    },
    { timeout: 10_000, interval: 5 },
  )

/** Makes a confirmed, signed-in person whose mailbox is empty. */
export async function personWithMailbox(t: TestApp, smtp: MailServer, name?: string): Promise<Person> {
  const person = await t.person(name)
  await settled(t)
  for (let i = smtp.mails.length - 1; i >= 0; i--) if (smtp.mails[i]?.to === person.email) smtp.mails.splice(i, 1)
  return person
}
