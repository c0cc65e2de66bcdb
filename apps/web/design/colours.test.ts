import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contrast, pairs, readColours } from './colours.ts'

const source = fs.readFileSync(path.resolve(import.meta.dirname, '../src/styles.css'), 'utf8')
const colours = readColours(source)

test('contrast follows the definition of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#fff', '#777')).toBeCloseTo(4.48, 2)
  expect(contrast('#777', '#fff')).toBe(contrast('#fff', '#777'))
})

test('every colour has its value in both themes', () => {
  expect(Object.keys(colours.light).length).toBeGreaterThan(25)
  expect(Object.keys(colours.dark).sort()).toEqual(Object.keys(colours.light).sort())
  const same = Object.keys(colours.light).filter((name) => colours.light[name] === colours.dark[name])
  expect(same).toEqual(['on-hero'])
})

test.each(pairs)('%s on %s has enough contrast in both themes: %f', (text, ground, least) => {
  for (const { [text]: one = '', [ground]: other = '' } of Object.values(colours))
    expect(contrast(one, other)).toBeGreaterThanOrEqual(least)
})
