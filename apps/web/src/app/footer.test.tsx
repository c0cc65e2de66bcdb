// The foot of every page: it names OpenStreetMap where a routing engine measures the ways.
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { boot } from '#lib/boot'
import { fakeServer } from '../../test/server.ts'
import { show } from '../../test/show.tsx'
import { text } from '../../test/text.ts'
import { Footer } from './footer.tsx'

fakeServer()
afterEach(() => {
  boot.config.openstreetmap = false
})

const source = () => screen.queryByRole('link', { name: text('nav.openstreetmap') })

test('the source of measured ways is named with a link to its terms', async () => {
  boot.config.openstreetmap = true
  await show(<Footer />, '/')
  expect(source()?.getAttribute('href')).toBe('https://www.openstreetmap.org/copyright')
})

test('without a routing engine no source is named', async () => {
  await show(<Footer />, '/')
  expect(source()).toBeNull()
})
