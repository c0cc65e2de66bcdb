/** The mails of a test's server that has no mail server. They are sent by a worker. */
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

interface LocalMail {
  to: string
  subject: string
  text: string
}

/** Returns the mails to an address, the newest first. */
export async function mailsTo({ call }: Pick<TestApp, 'call'>, address: string): Promise<LocalMail[]> {
  const { body } = await call('GET', '/dev/mailbox.json')
  return (body as LocalMail[]).filter(({ to }) => to === address)
}

/** Waits for a mail to the address whose text matches; returns what the pattern's group has found in the newest one. */
export async function mailed(t: Pick<TestApp, 'call'>, address: string, pattern: RegExp): Promise<string> {
  let found: string | undefined
  const read = async () => {
    found = (await mailsTo(t, address)).map(({ text }) => pattern.exec(text)?.[1]).find(Boolean)
    return found
  }
  await expect.poll(read, { timeout: 10_000 }).toBeTruthy()
  return found ?? ''
}
