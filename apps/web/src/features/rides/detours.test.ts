import { describe, expect, test } from 'vitest'
import { ride, rideByDetour } from '../../../test/rides.tsx'
import { routeItems } from './model.ts'
import { movePart, readPart } from './section-form.ts'
import { detourName, isSameDetour, partFields, partPath, withDetourStop } from './detours.ts'

describe('a ride with the place of its detour', () => {
  const stops = (given: ReturnType<typeof ride>) => given.route.map(({ position, text }) => `${position} ${text}`)

  test('has the place in its route, at the end of the section where it is', () => {
    const start = withDetourStop(rideByDetour('start'))
    expect(stops(start)).toEqual(['0 Oslo', '1 Hamar', '1.5 Gjøvik', '2 Lillehammer', '3 Trondheim'])
    expect([start.section.from_position, start.section.to_position]).toEqual([1.5, 3])
    const end = withDetourStop(rideByDetour('end'))
    expect(stops(end)).toEqual(['0 Oslo', '1 Hamar', '1.5 Gjøvik', '2 Lillehammer', '3 Trondheim'])
    expect([end.section.from_position, end.section.to_position]).toEqual([0, 1.5])
  })

  test('passes the stops after the place later by the minutes of the detour', () => {
    const times = withDetourStop(rideByDetour()).route.map(({ passes_at }) => passes_at.slice(11, 16))
    expect(times).toEqual(['06:00', '07:25', '07:50', '08:22', '13:12'])
  })

  test('is the same ride without a detour', () => {
    const given = ride()
    expect(withDetourStop(given)).toBe(given)
  })
})

test('the place has its name from the end of the section', () => {
  for (const end of ['start', 'end'] as const) expect(detourName(rideByDetour(end).section, { end })).toBe('Gjøvik')
})

test('an address names the place beside the positions around it', () => {
  expect(partPath(rideByDetour())).toBe('/rides/r-1?from_position=1&to_position=3&detour_place_id=7&detour_end=start')
  expect(partPath(ride({}, 1, 3))).toBe('/rides/r-1?from_position=1&to_position=3')
  expect(partPath(ride())).toBe('/rides/r-1')
  // Also where the section encloses the whole ride.
  const given = rideByDetour()
  const enclosing = { ...given, section: { ...given.section, from_position: 0 } }
  expect(partPath(enclosing)).toBe('/rides/r-1?from_position=0&to_position=3&detour_place_id=7&detour_end=start')
  expect(partFields({ from_position: 0, to_position: 1 })).toEqual({ from_position: '0', to_position: '1' })
})

test('two detours are the same with the same place at the same end', () => {
  const one = { place_id: 7, end: 'start' } as const
  expect(isSameDetour(one, { ...one })).toBe(true)
  expect(isSameDetour(one, { ...one, end: 'end' })).toBe(false)
  expect(isSameDetour(one, { ...one, place_id: 8 })).toBe(false)
  expect(isSameDetour(one, null)).toBe(false)
  expect(isSameDetour(undefined, null)).toBe(true)
})

test('the place is dashed between its neighbours, and all times of the section are estimates', () => {
  const shape = (end: 'start' | 'end') =>
    routeItems(withDetourStop(rideByDetour(end))).map(({ places, kind, dimmed, dashed, estimated }) =>
      [dimmed ? 'dimmed' : kind, ...places, dashed && 'dashed', estimated && 'about'].filter(Boolean).join(' '),
    )
  expect(shape('start')).toEqual([
    'dimmed Oslo',
    'dimmed Hamar about',
    'start Gjøvik dashed about',
    'via Lillehammer about',
    'end Trondheim about',
  ])
  expect(shape('end')).toEqual([
    'start Oslo about',
    'via Hamar about',
    'end Gjøvik dashed about',
    'dimmed Lillehammer about',
    'dimmed Trondheim about',
  ])
})

test('an address names a detour only with its section, its place and its end', () => {
  const section = { from_position: 1, to_position: 3 }
  const read = (query: string) => readPart(new URLSearchParams(`from_position=1&to_position=3&${query}`))
  const detour = { place_id: 7, end: 'start' }
  expect(read('detour_place_id=7&detour_end=start')).toEqual({ ...section, detour })
  for (const query of [
    'detour_place_id=7',
    'detour_end=start',
    'detour_place_id=x&detour_end=start',
    'detour_place_id=7&detour_end=middle',
  ])
    expect(read(query)).toEqual(section)
  expect(readPart(new URLSearchParams('detour_place_id=7&detour_end=start'))).toBeUndefined()
})

test('a detour stays as long as its own end of the part does', () => {
  const start = { from_position: 1, to_position: 3, detour: { place_id: 7, end: 'start' } } as const
  expect(movePart(start, { to_position: 2 }, 3)).toEqual({ ...start, to_position: 2 })
  expect(movePart(start, { from_position: 0 }, 3)).toEqual({ from_position: 0, to_position: 3 })
  // The end before the place moves its other end along.
  expect(movePart(start, { to_position: 1 }, 3)).toEqual({ from_position: 0, to_position: 1 })
  const end = { from_position: 0, to_position: 2, detour: { place_id: 7, end: 'end' } } as const
  expect(movePart(end, { from_position: 1 }, 3)).toEqual({ ...end, from_position: 1 })
  expect(movePart(end, { to_position: 3 }, 3)).toEqual({ from_position: 0, to_position: 3 })
})
