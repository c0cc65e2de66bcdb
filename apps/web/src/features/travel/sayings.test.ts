import { beforeEach, expect, test } from 'vitest'
import type { Saying } from '#lib/offline-copy'
import { fakeServer, kari, noNetwork, ofWrongShape, refusal, type Sent } from '../../../test/server.ts'
import { loadSession } from '../../../test/show.tsx'
import { listWaiting, say, sendWaiting } from './sayings.ts'

const sent: Saying[] = []
/** Fails a request where it returns something. */
let fail: () => ReturnType<typeof refusal> | undefined

const take = (say: Saying['say']) => (request: Sent) => {
  const failure = fail()
  if (failure) return failure
  sent.push({ say, id: request.params['id'], ...request.body } as Saying)
  return ofWrongShape({})
}

const server = fakeServer({
  answers: { 'travel.met': take('met'), 'travel.checkIn': take('reservation'), 'travel.rideCheckIn': take('ride') },
})

const at = '2027-05-01T09:00:00Z'
const code: Saying = { say: 'met', id: 'a', code: '1234', at }
const arrived: Saying = { say: 'reservation', id: 'a', kind: 'arrived', at }

let people = 0

async function signInAsAnother() {
  server.me = { ...kari, id: `person ${++people}` }
  await loadSession()
}

beforeEach(async () => {
  sent.length = 0
  fail = () => undefined
  // Nothing waits for a new person.
  await signInAsAnother()
})

test('is sent at once where there is a network', async () => {
  expect(await say(code)).toBe(true)
  // The server's clock is right, and the device's may not be.
  expect(sent).toEqual([{ ...code, at: undefined }])
  expect(await listWaiting()).toEqual([])
})

test('waits without a network, keeps its order and its time, and is sent once', async () => {
  fail = noNetwork
  expect(await say(code)).toBe(false)
  expect(await say(arrived)).toBe(false)
  expect(await sendWaiting()).toEqual([])
  expect(await listWaiting()).toEqual([code, arrived])
  fail = () => undefined
  await Promise.all([sendWaiting(), sendWaiting()])
  await sendWaiting()
  expect(sent).toEqual([code, arrived])
})

test('getting in and arriving are both sent, and the opposite replaces both', async () => {
  fail = noNetwork
  const gotIn: Saying = { ...arrived, kind: 'got_in' }
  await say(gotIn)
  await say(arrived)
  expect(await listWaiting()).toEqual([gotIn, arrived])
  const notMet: Saying = { ...arrived, kind: 'not_met' }
  await say(notMet)
  expect(await listWaiting()).toEqual([notMet])
})

test('what is said while another waits is sent behind it', async () => {
  fail = noNetwork
  await say(code)
  fail = () => undefined
  expect(await say(arrived)).toBe(true)
  expect(sent).toEqual([code, arrived])
  expect(await listWaiting()).toEqual([])
})

test('a refusal that passes, such as an ended session, keeps what waits', async () => {
  fail = noNetwork
  await say(code)
  for (const reason of ['unauthenticated', 'rate_limited', 'internal'] as const) {
    fail = () => refusal(reason)
    expect(await sendWaiting()).toEqual([])
    expect(await listWaiting()).toEqual([code])
  }
})

test('a later one about the same replaces the earlier one', async () => {
  fail = noNetwork
  await say(code)
  const better: Saying = { ...code, code: '5678' }
  await say(better)
  expect(await listWaiting()).toEqual([better])
})

test('what the server refuses is returned and not sent again; the rest is sent', async () => {
  fail = noNetwork
  await say(code)
  await say(arrived)
  let first = true
  fail = () => {
    if (!first) return undefined
    first = false
    return refusal('validation', { fields: { code: 'wrong_code' } })
  }
  const refused = await sendWaiting()
  expect(refused).toMatchObject([{ saying: code, error: { code: 'validation' } }])
  expect(sent).toEqual([arrived])
  expect(await listWaiting()).toEqual([])
})

test('a refusal with a network is thrown, and nothing waits', async () => {
  fail = () => refusal('not_travel_day')
  await expect(say(code)).rejects.toMatchObject({ code: 'not_travel_day' })
  expect(await listWaiting()).toEqual([])
})

test('is never sent for another person', async () => {
  fail = noNetwork
  await say(code)
  await signInAsAnother()
  fail = () => undefined
  await sendWaiting()
  expect(sent).toEqual([])
})
