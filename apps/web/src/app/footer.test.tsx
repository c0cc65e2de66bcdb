// The foot of every page: short for members, and it names OpenStreetMap where a routing engine measures the ways.
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { boot } from '#lib/boot'
import { fakeServer, kari } from '../../test/server.ts'
import { show } from '../../test/show.tsx'
import { containing, text } from '../../test/text.ts'
import { Footer } from './footer.tsx'

const server = fakeServer()
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

test.each(['/search', '/terms', '/help-support/emergency'])(
  'a member at %s reads the specified foot',
  async (address) => {
    server.me = kari
    await show(<Footer />, address)
    const links = [
      'nav.find_rides',
      'nav.own_reservations',
      'nav.privacy',
      'nav.accessibility',
      'nav.authority_se',
    ] as const
    for (const id of links) screen.getByRole('link', { name: text(id) })
    screen.getByText(containing('© 2024'))
    // The whole foot has headings, which the short one does not need.
    expect(screen.queryAllByRole('heading')).toHaveLength(address === '/search' ? 0 : 3)
  },
)
