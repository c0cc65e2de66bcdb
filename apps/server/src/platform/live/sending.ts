/** Stores a message that came over a live connection, by the rules of the endpoint for messages. */
import type { SendResult, SendFrame } from '@samtur/contract/live'
import { type Caller, participant } from '../http/context.ts'
import { assertThat, toAppError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import type { HolderOf } from './sweep.ts'

export type SentMessage = Extract<SendResult, { type: 'sent' }>['message']

/** Checked for its size only. */
export type Sendable = Pick<SendFrame, 'client_id' | 'content'>

interface Sending {
  /** The session that opened the socket. */
  sessionId: string
  frame: SendFrame
  holderOf: HolderOf
  /** Counts one more message of the caller. Throws `rate_limited`. */
  count: () => Promise<void>
  log: Log
  /** Undefined where the connection may not send. */
  store: ((caller: Caller, said: Sendable) => Promise<SentMessage>) | undefined
}

export async function handleSending({ sessionId, frame, holderOf, count, log, store }: Sending): Promise<SendResult> {
  const { client_id, content } = frame
  try {
    assertThat(store, 'not_found')
    // The socket may have been opened long ago, so its session is checked each time, as for an endpoint.
    const [holder] = await Promise.all([holderOf(sessionId), count()])
    const caller = participant({ caller: holder })
    return { type: 'sent', client_id, message: await store(caller, { client_id, content }) }
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.code === 'internal') log.error({ err: thrown }, 'a message over a live connection was not stored')
    const { fields, params: { retry_after: seconds } = {} } = error.data ?? {}
    return {
      type: 'not_sent',
      client_id,
      code: error.code,
      ...(fields && { fields }),
      ...(typeof seconds === 'number' && { retry_after: seconds }),
    }
  }
}
