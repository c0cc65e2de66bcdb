import { wantedBody } from '@samtur/contract/wanted'
import { expect, test } from 'vitest'
import { wantedToStore } from '#features/wanted/rules'
import { planDemo } from './plan.ts'
import type { Plan } from './planned.ts'

const DAY = 86_400_000

/** Days in summer and winter, both clock changes, New Year, every weekday, and the first minutes of a day. */
const days = [
  ...Array.from({ length: 16 }, (_, index) => new Date(Date.UTC(2026, 10, 20, 12) + index * 23 * DAY)),
  new Date('2027-01-06T00:02:00+01:00'),
]
const plans = days.map((now) => ({ now, day: now.toISOString().slice(0, 10), plan: planDemo(now) }))

test.each([
  ['2026-11-20T00:30:00+01:00', '2026-11-20T22:45:00+01:00'],
  ['2027-03-28T01:00:00+01:00', '2027-03-28T23:00:00+02:00'],
])('the plan is the same from %s to %s', (early, late) => {
  const [first, second] = [early, late].map((instant) => stable(planDemo(new Date(instant))))
  expect(second).toEqual(first)
})

/** Removes what depends on the hour: today's departed trips and the newest messages. */
function stable({ rides, chats, posts }: Plan) {
  return {
    posts,
    rides: rides.map(({ departure: _, arrival: __, ...ride }) => ride),
    chats: chats.map(({ messages, unread }) => messages.slice(0, messages.length - unread)),
  }
}

test('the demo is as rich on every day of the year', () => {
  const rich = plans.map(({ now, plan: { rides, chats } }) => ({
    rides: rides.length,
    coming: rides.filter((ride) => ride.departure > now).length,
    requests: rides.flatMap((ride) => ride.requests).length,
    messages: chats.flatMap((chat) => chat.messages).length,
  }))
  expect([...new Set(rich.map((counts) => JSON.stringify(counts)))]).toEqual([
    JSON.stringify({ rides: 433, coming: 308, requests: 368, messages: 276 }),
  ])
})

test.each(plans)('the plan is consistent on $day', ({ now, plan }) => {
  for (const ride of plan.rides) {
    expect(ride.publishedAt < now && ride.publishedAt < ride.departure && ride.departure < ride.arrival).toBe(true)
    const taken = ride.stops.slice(1).map(() => 0)
    for (const { passenger, from, to, seats, at, answer, rating } of ride.requests) {
      expect(passenger).not.toBe(ride.driver)
      expect(from >= 0 && from < to && to < ride.stops.length).toBe(true)
      expect(at > ride.publishedAt && at < ride.departure && at < now).toBe(true)
      if (answer) expect(answer.at > at && answer.at < ride.departure && answer.at < now).toBe(true)
      if (rating) expect(answer?.status === 'accepted' && rating.at > ride.arrival && rating.at < now).toBe(true)
      if (answer?.status === 'accepted') for (let leg = from; leg < to; leg++) taken[leg]! += seats
    }
    expect(Math.max(...taken)).toBeLessThanOrEqual(ride.seats)
  }
})

test.each(plans)(
  'a person rates a driver once in seven days, and once for trips at the same time, on $day',
  ({ plan }) => {
    const ratings = plan.rides.flatMap((ride) =>
      ride.requests.flatMap(({ passenger, rating }) => (rating ? [{ ride, passenger, at: rating.at }] : [])),
    )
    const tooClose = ratings.flatMap((one, nth) =>
      ratings
        .slice(nth + 1)
        .filter(
          (other) =>
            other.passenger === one.passenger &&
            other.ride.driver === one.ride.driver &&
            (Math.abs(other.at.getTime() - one.at.getTime()) < 7 * DAY ||
              (other.ride.departure < one.ride.arrival && other.ride.arrival > one.ride.departure)),
        )
        .map((other) => [one.passenger.name, one.ride.driver.name, one.at, other.at]),
    )
    expect(tooClose).toEqual([])
  },
)

test.each(plans)('messages are in order on $day', ({ now, plan: { chats } }) => {
  const pairs = chats.map(({ ride: { driver }, passenger }) => [driver.name, passenger.name].toSorted().join(' and '))
  expect(new Set(pairs).size).toBe(pairs.length)
  for (const { messages } of chats) {
    const times = messages.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(now.getTime())
    for (const { text } of messages) expect(text).not.toMatch(/[{}]/)
  }
})

test.each(plans)('wanted rides can be kept, and lie ahead on $day', ({ now, plan: { posts } }) => {
  expect(posts.length).toBeGreaterThanOrEqual(6)
  expect(posts.length).toBeLessThanOrEqual(10)
  expect(new Set(posts.map(({ person }) => person)).size).toBe(posts.length)
  for (const { at, body } of posts) {
    expect(at < now).toBe(true)
    expect(wantedToStore(wantedBody.parse(body), { now: at })).toMatchObject({ public: true })
    expect(wantedToStore(wantedBody.parse(body), { now })).not.toHaveProperty('code')
  }
})

test('some people drive, and some have no picture', () => {
  const { people } = planDemo(new Date())
  expect(people).toHaveLength(60)
  expect(people.filter(({ car }) => car)).toHaveLength(39)
  expect(people.filter(({ picture }) => picture)).toHaveLength(46)
})
