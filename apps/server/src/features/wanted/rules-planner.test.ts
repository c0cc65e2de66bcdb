/** Pure rules: the addresses of the planners. */
import { expect, test } from 'vitest'
import { placeOfStop, type Place } from '#features/places/port'
import { plannerOf, plannerOfDay } from './rules-planner.ts'

const place = (text: string): Place => {
  const found = placeOfStop({ text, place_id: null })
  if (!found) throw new Error(text)
  return found
}
const planned = (from: string, to: string, departs = '2027-03-05T06:30:00Z') => {
  const planner = plannerOf({ from: place(from), to: place(to), departs: new Date(departs) })
  if (!planner) throw new Error('no planner')
  return { name: planner.name, url: new URL(planner.url) }
}

test('a way that starts in Norway is planned with Entur', () => {
  const { name, url } = planned('Tromsø', 'Göteborg')
  expect([name, url.origin, url.pathname]).toEqual(['Entur', 'https://entur.no', '/reiseresultater'])
  expect(Object.fromEntries(url.searchParams)).toEqual({
    startLabel: 'Tromsø',
    startLat: String(place('Tromsø').lat),
    startLon: String(place('Tromsø').lon),
    stopLabel: 'Göteborg',
    stopLat: String(place('Göteborg').lat),
    stopLon: String(place('Göteborg').lon),
    date: String(Date.parse('2027-03-05T06:30:00Z')),
    tripMode: 'oneway',
    timepickerMode: 'departAfter',
  })
})

test.each([
  ['in winter', '2027-03-05T06:30:00Z', '05.03.2027', '07:30'],
  ['in summer', '2027-07-05T06:30:00Z', '05.07.2027', '08:30'],
  ['after midnight', '2027-12-31T23:05:00Z', '01.01.2028', '00:05'],
  ['at the second two o’clock of autumn', '2027-10-31T01:30:00Z', '31.10.2027', '02:30'],
])('a way that starts in Denmark is planned with Rejseplanen, by the local clock, %s', (_, departs, day, time) => {
  const { name, url } = planned('Rødby', 'Aarhus', departs)
  expect([name, url.host]).toEqual(['Rejseplanen', 'www.rejseplanen.dk'])
  const [from, to] = [place('Rødby').name, place('Aarhus').name]
  expect(decodeURIComponent(url.hash)).toBe(`#!S|${from}!Z|${to}!date|${day}!time|${time}!timeSel|depart!start|1`)
})

test('a way that starts in Sweden is planned with ResRobot', () => {
  const { name, url } = planned('Malmö', 'København')
  expect([name, url.host]).toEqual(['ResRobot', 'reseplanerare.resrobot.se'])
  const { date, time, timesel, start, SID = '', ZID = '' } = Object.fromEntries(url.searchParams)
  expect([date, time, timesel, start]).toEqual(['2027-03-05', '07:30', 'depart', '1'])
  for (const [id, { name: label, lat, lon }] of [
    [SID, place('Malmö')],
    [ZID, place('København')],
  ] as const)
    expect(id).toBe(`A=16@X=${Math.round(lon * 1e6)}@Y=${Math.round(lat * 1e6)}@O=${label}`)
})

test('other countries have no planner here', () => {
  expect(plannerOf({ from: { ...place('Oslo'), country: 'FI' }, to: place('Oslo'), departs: new Date(0) })).toBeNull()
})

test('a name with the separators of an address stays one name', () => {
  const from = { ...place('Aarhus'), name: 'Å & Ø! (A|B) #1?' }
  const planner = plannerOf({ from, to: place('Odense'), departs: new Date('2027-03-05T06:30:00Z') })
  expect(new URL(planner?.url ?? '').hash).toContain('!S|%C3%85%20%26%20%C3%98%21%20(A%7CB)%20%231%3F!Z|Odense!')
})

test('the day of a wanted ride is planned from the beginning of its window, and never in the past', () => {
  const ends = { from_place_id: place('Hamar').id, to_place_id: place('Trondheim').id }
  const startOf = (date_from: string | null, time_from: string | null, now = '2027-03-01T12:00:00Z') => {
    const planner = plannerOfDay({ ...ends, date_from, time_from }, new Date(now))
    return planner && new Date(Number(new URL(planner.url).searchParams.get('date'))).toISOString()
  }
  expect(startOf('2027-03-05', null)).toBe('2027-03-04T23:00:00.000Z')
  expect(startOf('2027-03-05', '15:30')).toBe('2027-03-05T14:30:00.000Z')
  expect(startOf('2027-03-05', '15:30', '2027-03-05T16:00:00Z')).toBe('2027-03-05T16:00:00.000Z')
  // At this clock time the hour is left out in spring.
  expect(startOf('2027-03-28', '02:30')).toBe('2027-03-27T23:00:00.000Z')
  expect(startOf(null, null)).toBeNull()
})
