/** The way of a trip with its stops. */
import { expect, test } from 'vitest'
import { otherRoad, type Place, presentRoad, resolvePlace, roadAlong, roadBetween } from './port.ts'

const placeOf = (name: string): Place => resolvePlace(name) ?? expect.fail(`unknown place ${name}`)
const way = (...names: string[]) =>
  presentRoad(roadAlong(names.map(placeOf)) ?? expect.fail(`no way ${names.join(' – ')}`), true)

test('bridges, ferries and the places passed have their names', () => {
  const { bridges, via } = way('København', 'Odense', 'Aarhus')
  expect(bridges).toContainEqual({ name: 'Storebæltsbroen', kind: 'bridge' })
  const passed = via.map(({ name }) => name)
  expect(passed).toContain('Vissenbjerg')
  expect(passed).not.toContain('Odense')
  expect(way('Aarhus', 'Odense', 'København').via.map(({ name }) => name)).toEqual(passed.toReversed())
  const other = otherRoad([roadBetween(placeOf('København'), placeOf('Aarhus'))])
  expect(other && presentRoad([other], true).ferries.map(({ name }) => name)).toEqual(['Aarhus–Odden'])
})

test('a trip without a known end has no way, one with an unknown stop is uncertain, and the same place twice has none', () => {
  const [oslo, moss] = [placeOf('Oslo'), placeOf('Moss')]
  expect(roadAlong([oslo, undefined])).toBeNull()
  expect(roadAlong([undefined, moss])).toBeNull()
  expect(roadAlong([oslo, oslo])).toBeNull()
  expect(roadAlong([oslo, undefined, moss])?.length).toBe(1)
  expect(presentRoad(roadAlong([oslo, moss]) ?? [], false).certain).toBe(false)
})
