/** Runs a real SMTP server in the test process, and keeps the mails it has received. */
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface MailServer {
  /** Address for SMTP_URL. */
  url: string
  /** Newest first. */
  mails: Mail[]
  /** Refuses every mail with this code from now on; undefined accepts them again. */
  refuseWith(code: number | undefined): void
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = []
  let refusal: number | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, callback) {
      const { subject = '', text: body = '' } = await PostalMime.parse(await text(stream))
      if (refusal !== undefined) return callback(Object.assign(new Error('not now'), { responseCode: refusal }))
      mails.unshift(...envelope.rcptTo.map(({ address }) => ({ to: address, subject, text: body })))
      return callback()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuseWith: (code) => void (refusal = code),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
