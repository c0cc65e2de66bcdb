import { describe, expect, test } from 'vitest'
import { fitView, legsAlong, mapPoint, placeLabels } from './route-map.tsx'

const view = { x: 0, y: 0, width: 360, height: 280 }
const stops = [
  { text: 'Oslo', lat: 59.91, lon: 10.75, kind: 'start' as const },
  { text: 'Drammen', lat: 59.74, lon: 10.2, kind: 'via' as const },
  { text: 'Kongsberg', lat: 59.67, lon: 9.65, kind: 'via' as const },
  { text: 'Notodden', lat: 59.56, lon: 9.26, kind: 'via' as const },
  { text: 'Bergen', lat: 60.39, lon: 5.32, kind: 'end' as const },
]

function points(list: typeof stops) {
  const units = list.map(({ lat, lon }) => mapPoint(lat, lon))
  const fit = fitView(units, view.width, view.height)
  return list.map((stop, index) => ({
    ...stop,
    x: units[index]!.x * fit.scale + fit.x,
    y: units[index]!.y * fit.scale + fit.y,
  }))
}

describe('the map', () => {
  test('north is up and east is to the right', () => {
    expect(mapPoint(63, 10).y).toBeLessThan(mapPoint(59, 10).y)
    expect(mapPoint(59, 11).x).toBeGreaterThan(mapPoint(59, 10).x)
  })

  test('shows every stop inside its frame', () => {
    for (const { x, y } of points(stops)) {
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(view.width)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(view.height)
    }
  })

  test('names do not lie on each other; the two ends always have theirs', () => {
    const labels = placeLabels(points(stops), view)
    expect(labels[0]?.text).toBe('Oslo')
    expect(labels.at(-1)?.text).toBe('Bergen')
    const shown = labels.filter((label) => label !== null)
    for (const [index, a] of shown.entries()) {
      for (const b of shown.slice(index + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
        expect(apart, `${a.text} and ${b.text}`).toBe(true)
      }
    }
  })

  test('a name at the edge stays inside, however wide its letters are', () => {
    const [oslo, bergen] = points([stops[0]!, stops.at(-1)!])
    const corners = [
      { ...bergen!, x: 4, y: 3 },
      { ...oslo!, x: 358, y: 279 },
    ]
    for (const letter of [6, 9, 13])
      for (const label of placeLabels(corners, view, { widthOf: (text) => text.length * letter })) {
        expect(label?.width).toBe(label!.text.length * letter)
        expect(label!.x).toBeGreaterThanOrEqual(0)
        expect(label!.y).toBeGreaterThanOrEqual(0)
        expect(label!.x + label!.width).toBeLessThanOrEqual(view.width)
        expect(label!.y + label!.height).toBeLessThanOrEqual(view.height)
      }
  })

  test('two stops at one place are no obstacle', () => {
    const same = [stops[0]!, { ...stops[0]!, kind: 'end' as const }]
    expect(placeLabels(points(same), view)).toHaveLength(2)
  })

  test('the line follows the roads between two stops, and is straight where it does not pass one of them', () => {
    const [oslo, drammen, kongsberg] = stops.slice(0, 3).map(({ lat, lon }) => ({ lat, lon, ferry: false }))
    const between = { lat: 59.8, lon: 10.4, ferry: true }
    const line = [oslo!, between, drammen!]
    expect(legsAlong(stops.slice(0, 2), line)).toEqual([line])
    expect(legsAlong(stops.slice(0, 3), line)).toEqual([line, [drammen, kongsberg]])
    expect(legsAlong(stops.slice(0, 2), null)).toEqual([[oslo, drammen]])
    const thereAndBack = [...line, between, oslo!]
    expect(legsAlong([stops[0]!, stops[1]!, stops[0]!], thereAndBack)).toEqual([line, [drammen, between, oslo]])
  })
})

describe('the line along the roads', () => {
  const point = (lat: number, lon: number, ferry = false) => ({ lat, lon, ferry })
  const [oslo, drammen] = stops
  const line = [point(59.91, 10.75), point(59.8, 10.5, true), point(59.74, 10.2), point(59.6, 8)]

  test('is cut at the stops, and keeps where it leads over water', () => {
    const town = { ...drammen!, lat: 59.6, lon: 8 }
    expect(legsAlong([oslo!, drammen!, town], line)).toEqual([line.slice(0, 3), line.slice(2)])
  })

  test('is straight to a stop that it does not pass, and where it is not known', () => {
    const away = { ...drammen!, lat: 61 }
    expect(legsAlong([oslo!, away], line)).toEqual([[point(59.91, 10.75), point(61, 10.2)]])
    for (const none of [null, undefined, []])
      expect(legsAlong([oslo!, drammen!], none)).toEqual([[point(59.91, 10.75), point(59.74, 10.2)]])
  })
})
