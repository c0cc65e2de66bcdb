import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/http'
import type { Saying } from '#lib/offline-copy'
import { listWaiting, say, sendWaiting } from './sayings.ts'

const sent: Saying[] = []
let answer: () => void = () => {}

vi.mock('#lib/session', () => ({ getSession: () => ({ me: { id: owner } }) }))
vi.mock('#lib/live', () => ({ useLive: () => {}, usePolling: () => false }))
vi.mock('#lib/api', async () => {
  const take = (say: Saying['say']) => (input: { params: { id: string }; body: object }) => {
    answer()
    sent.push({ say, id: input.params.id, ...input.body } as Saying)
    return Promise.resolve({})
  }
  return {
    ApiError: (await import('#lib/http')).ApiError,
    api: { travel: { met: take('met'), checkIn: take('reservation'), rideCheckIn: take('ride') } },
  }
})

let owner = ''
const at = '2027-05-01T09:00:00Z'
const code: Saying = { say: 'met', id: 'a', code: '1234', at }
const arrived: Saying = { say: 'reservation', id: 'a', kind: 'arrived', at }
const offline = () => {
  throw new ApiError(0, 'offline')
}

let people = 0

beforeEach(() => {
  sent.length = 0
  // A new person, for whom nothing waits.
  owner = `person ${++people}`
  answer = () => {}
})

test('is sent at once where there is a network', async () => {
  expect(await say(code)).toBe(true)
  // The server's clock is right, and the device's may not be.
  expect(sent).toEqual([{ ...code, at: undefined }])
  expect(await listWaiting()).toEqual([])
})

test('waits without a network, keeps its order and its time, and is sent once', async () => {
  answer = offline
  expect(await say(code)).toBe(false)
  expect(await say(arrived)).toBe(false)
  expect(await sendWaiting()).toEqual([])
  expect(await listWaiting()).toEqual([code, arrived])
  answer = () => {}
  await Promise.all([sendWaiting(), sendWaiting()])
  await sendWaiting()
  expect(sent).toEqual([code, arrived])
})

test('getting in and arriving are both sent, and the opposite replaces both', async () => {
  answer = offline
  const gotIn: Saying = { ...arrived, kind: 'got_in' }
  await say(gotIn)
  await say(arrived)
  expect(await listWaiting()).toEqual([gotIn, arrived])
  const notMet: Saying = { ...arrived, kind: 'not_met' }
  await say(notMet)
  expect(await listWaiting()).toEqual([notMet])
})

test('what is said while another waits is sent behind it', async () => {
  answer = offline
  await say(code)
  answer = () => {}
  expect(await say(arrived)).toBe(true)
  expect(sent).toEqual([code, arrived])
  expect(await listWaiting()).toEqual([])
})

test('a refusal that passes, such as an ended session, keeps what waits', async () => {
  answer = offline
  await say(code)
  for (const [status, reason] of [
    [401, 'unauthenticated'],
    [429, 'rate_limited'],
    [500, 'internal'],
  ] as const) {
    answer = () => {
      throw new ApiError(status, reason)
    }
    expect(await sendWaiting()).toEqual([])
    expect(await listWaiting()).toEqual([code])
  }
})

test('a later one about the same replaces the earlier one', async () => {
  answer = offline
  await say(code)
  const better: Saying = { ...code, code: '5678' }
  await say(better)
  expect(await listWaiting()).toEqual([better])
})

test('what the server refuses is returned and not sent again; the rest is sent', async () => {
  answer = offline
  await say(code)
  await say(arrived)
  let first = true
  answer = () => {
    if (!first) return
    first = false
    throw new ApiError(422, 'validation', { fields: { code: 'wrong_code' } })
  }
  const refused = await sendWaiting()
  expect(refused).toMatchObject([{ saying: code, error: { code: 'validation' } }])
  expect(sent).toEqual([arrived])
  expect(await listWaiting()).toEqual([])
})

test('a refusal with a network is thrown, and nothing waits', async () => {
  answer = () => {
    throw new ApiError(409, 'not_travel_day')
  }
  await expect(say(code)).rejects.toMatchObject({ code: 'not_travel_day' })
  expect(await listWaiting()).toEqual([])
})

test('is never sent for another person', async () => {
  answer = offline
  await say(code)
  owner = 'another'
  answer = () => {}
  await sendWaiting()
  expect(sent).toEqual([])
})
