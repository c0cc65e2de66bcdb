/** What a subscriber says in a channel: stored like what comes to an endpoint, and answered like there. */
import type { Message } from '@samtur/contract/chat'
import type { SendAnswer, SendFrame } from '@samtur/contract/live'
import { type Caller, participant } from '../http/context.ts'
import { assertThat, toAppError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import type { HolderOf } from './sweep.ts'

/** Not looked at yet, but for its size. */
export type Sendable = Pick<SendFrame, 'client_id' | 'content'>

interface Sending {
  /** In which the socket was opened. */
  sessionId: string
  frame: SendFrame
  holderOf: HolderOf
  /** One more from whoever opened the socket. Throws `rate_limited`. */
  count: () => Promise<void>
  log: Log
  /** Undefined where the connection has nothing to say. */
  store: ((caller: Caller, said: Sendable) => Promise<Message>) | undefined
}

export async function answerSending({ sessionId, frame, holderOf, count, log, store }: Sending): Promise<SendAnswer> {
  const { client_id, content } = frame
  try {
    assertThat(store, 'not_found')
    // The socket may have been opened long ago: what its session is good for is asked each time, as for an endpoint.
    const [holder] = await Promise.all([holderOf(sessionId), count()])
    const caller = participant({ caller: holder })
    return { type: 'sent', client_id, message: await store(caller, { client_id, content }) }
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.code === 'internal') log.error({ err: thrown }, 'what was said over a live connection was not stored')
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
