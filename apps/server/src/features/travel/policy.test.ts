import { expect, test } from 'vitest'
import { checkInRefusal, shareRefusal } from './policy.ts'

const departs_at = new Date('2027-05-01T08:00:00Z')
const arrives_at = new Date('2027-05-01T15:00:00Z')
const trip = { departs_at, arrives_at, ride_status: 'active', status: 'accepted' } as const
const driven = { ...trip, status: null }
const at = (text: string) => new Date(`2027-${text}:00Z`)
const onTheWay = at('05-01T12:00')

test('the driver and an accepted passenger say what happens on the day of travel', () => {
  for (const one of [trip, driven]) {
    expect(checkInRefusal(one, 'got_in', at('04-30T19:59'))).toBe('not_travel_day')
    expect(checkInRefusal(one, 'got_in', at('04-30T20:00'))).toBeUndefined()
    expect(checkInRefusal(one, 'not_met', onTheWay)).toBeUndefined()
    expect(checkInRefusal(one, 'got_in', at('05-02T15:00'))).toBeUndefined()
    expect(checkInRefusal(one, 'got_in', at('05-02T15:01'))).toBe('not_travel_day')
  }
})

test('nobody has arrived before departure', () => {
  expect(checkInRefusal(trip, 'arrived', new Date(departs_at.getTime() - 1))).toBe('not_departed')
  expect(checkInRefusal(trip, 'arrived', departs_at)).toBeUndefined()
  for (const kind of ['got_in', 'met', 'not_met'] as const)
    expect(checkInRefusal(trip, kind, new Date(departs_at.getTime() - 1)), kind).toBeUndefined()
})

test('a cancelled ride, and a reservation that is not accepted, are over for everybody', () => {
  for (const status of ['pending', 'rejected', 'cancelled'] as const) {
    expect(checkInRefusal({ ...trip, status }, 'got_in', onTheWay), status).toBe('not_accepted')
    expect(shareRefusal({ ...trip, status }, onTheWay), status).toBe('not_accepted')
  }
  for (const one of [trip, driven, { ...trip, status: 'cancelled' as const }]) {
    const cancelled = { ...one, ride_status: 'cancelled' as const }
    expect(checkInRefusal(cancelled, 'got_in', onTheWay)).toBe('ride_cancelled')
    // Also on another day.
    expect(checkInRefusal(cancelled, 'got_in', at('01-01T12:00'))).toBe('ride_cancelled')
    expect(shareRefusal(cancelled, onTheWay)).toBe('ride_cancelled')
  }
})

test('a trip is shared from acceptance until three hours after arrival', () => {
  for (const one of [trip, driven]) {
    expect(shareRefusal(one, at('01-01T12:00'))).toBeUndefined()
    expect(shareRefusal(one, at('05-01T17:59'))).toBeUndefined()
    expect(shareRefusal(one, at('05-01T18:00'))).toBe('trip_over')
  }
})
