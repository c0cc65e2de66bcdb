import type { Message } from '@samtur/contract/chat'
import type { SendFrame } from '@samtur/contract/live'
import { beforeEach, expect, test, vi } from 'vitest'
import { testCaller } from '../../../test/sessions.ts'
import type { Caller } from '../http/context.ts'
import { AppError, invalidField } from '../http/errors.ts'
import { createLog } from '../log.ts'
import { handleSending, type Sendable } from './sending.ts'

const log = createLog('silent')
const frame: SendFrame = { type: 'send', channel: 'chat:1', client_id: 'c', content: 'Hei' }
const message: Message = {
  id: 'm',
  chat_id: '1',
  seq: 1,
  sender_id: 'kari',
  content: 'Hei',
  image_url: null,
  image_size: null,
  message_type: 'text',
  created_at: new Date(0).toISOString(),
  client_id: 'c',
}
const kari: Caller = { ...testCaller, id: 'kari', sessionId: 's' }
const store = vi.fn<(caller: Caller, said: Sendable) => Promise<Message>>()
const holderOf = vi.fn<(sessionId: string) => Promise<Caller | null>>()
const count = vi.fn<() => Promise<void>>()
const answer = () => handleSending({ sessionId: 's', frame, holderOf, count, log, store })

beforeEach(() => {
  store.mockReset().mockResolvedValue(message)
  holderOf.mockReset().mockResolvedValue(kari)
  count.mockReset().mockResolvedValue()
})

test('the sender gets what was stored', async () => {
  expect(await answer()).toEqual({ type: 'sent', client_id: 'c', message })
  expect(holderOf).toHaveBeenCalledExactlyOnceWith('s')
  expect(store).toHaveBeenCalledExactlyOnceWith(kari, { client_id: 'c', content: 'Hei' })
})

test('a message to an unknown channel is refused without a look-up of the session', async () => {
  const answered = await handleSending({ sessionId: 's', frame, holderOf, count, log, store: undefined })
  expect(answered).toEqual({ type: 'not_sent', client_id: 'c', code: 'not_found' })
  expect(holderOf).not.toHaveBeenCalled()
  expect(count).not.toHaveBeenCalled()
})

test('a message beyond the limit is not stored', async () => {
  count.mockRejectedValue(new AppError('rate_limited', { params: { retry_after: 7 } }))
  expect(await answer()).toEqual({ type: 'not_sent', client_id: 'c', code: 'rate_limited', retry_after: 7 })
  expect(store).not.toHaveBeenCalled()
})

test.each<[about: string, holder: Caller | null, code: string]>([
  ['the session has ended', null, 'unauthenticated'],
  ['the address is no longer confirmed', { ...kari, verified: false }, 'email_not_verified'],
  ['the account waits for its deletion', { ...kari, purgeAt: new Date() }, 'account_closing'],
  ['the person has become administrator', { ...kari, role: 'admin' }, 'forbidden'],
])('nothing is stored when %s by now', async (_about, holder, code) => {
  holderOf.mockResolvedValue(holder)
  expect(await answer()).toEqual({ type: 'not_sent', client_id: 'c', code })
  expect(store).not.toHaveBeenCalled()
})

test.each<[about: string, error: Error, expected: object]>([
  ['a wrong field', invalidField('content', 'too_long'), { code: 'validation', fields: { content: 'too_long' } }],
  ['a limit', new AppError('rate_limited', { params: { retry_after: 7 } }), { code: 'rate_limited', retry_after: 7 }],
  ['a block', new AppError('message_refused'), { code: 'message_refused' }],
  [
    'a database that is away',
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    { code: 'unavailable', retry_after: 2 },
  ],
  ['a fault of ours', new Error('secret'), { code: 'internal' }],
])('%s is reported by its code', async (_about, error, expected) => {
  store.mockRejectedValue(error)
  expect(await answer()).toEqual({ type: 'not_sent', client_id: 'c', ...expected })
})
