import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ride, ridesServer, show } from '../../../test/rides.tsx'
import { page, refusal } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'
import { SearchResults } from './search-results.tsx'
import { UpcomingRides } from './upcoming-rides.tsx'

const server = ridesServer()

describe('the search results', () => {
  test('show their number, and more load by the cursor', async () => {
    server.answers['rides.search'] = ({ query }) =>
      query['cursor'] ? page([ride({ id: 'r-2' }), ride({ id: 'r-1' })]) : page([ride()], 'c-1')
    await show(<SearchResults search={{ from: 'Oslo' }} title="" />)
    expect(screen.getByText(text('rides.searching'))).toBeDefined()
    await screen.findByText(text('rides.count_so_far', { count: 1 }))
    fireEvent.click(await screen.findByRole('button', { name: text('rides.show_more') }))
    const count = await screen.findByText(text('rides.count', { count: 2 }))
    expect(count.closest('[role=status]')).not.toBeNull()
    const [, added] = screen.getAllByRole('article')
    await waitFor(() => expect(added?.contains(document.activeElement)).toBe(true))
    expect(server.sentTo('rides.search').map(({ query }) => query)).toEqual([
      { from: 'Oslo' },
      { from: 'Oslo', cursor: 'c-1' },
    ])
  })

  test('without a ride, suggest another search', async () => {
    server.answers['rides.search'] = () => page([])
    server.answers['rides.alternatives'] = () => ({ other_days: [], nearby: [] })
    await show(<SearchResults search={{ from: 'Oslo' }} title="" />)
    await screen.findByText(text('rides.none_title'))
    expect(screen.getByText(text('no_rides.text'))).toBeDefined()
  })

  test('a failure is shown, and the search can be tried again', async () => {
    server.answers['rides.search'] = () => refusal('internal')
    await show(<SearchResults search={{ from: 'Oslo' }} title="" />)
    await screen.findByText(text('rides.load_failed'))
    server.answers['rides.search'] = () => page([ride()])
    fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
    expect(await screen.findByText(text('rides.count', { count: 1 }))).toBeDefined()
  })

  test('shown rides stay when more cannot be loaded', async () => {
    server.answers['rides.search'] = ({ query }) => (query['cursor'] ? refusal('internal') : page([ride()], 'c-1'))
    await show(<SearchResults search={{ sort: 'departure' }} title="" />)
    fireEvent.click(await screen.findByRole('button', { name: text('rides.show_more') }))
    await screen.findByText(text('rides.load_failed'))
    expect(screen.getAllByRole('article')).toHaveLength(1)
    server.answers['rides.search'] = () => page([ride({ id: 'r-2' })])
    fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
    await screen.findByText(text('rides.count', { count: 2 }))
  })
})

describe('the home page’s rides', () => {
  test('ten are requested, with a link to all rides', async () => {
    server.answers['rides.search'] = () => page([ride()])
    await show(<UpcomingRides />)
    await screen.findByRole('article')
    expect(server.sentTo('rides.search').map(({ query }) => query)).toEqual([{ limit: '10' }])
    expect(screen.getByRole('link', { name: text('home.see_all') }).getAttribute('href')).toBe('/search?sort=departure')
  })

  test('without a ride, a link invites to publish one', async () => {
    server.answers['rides.search'] = () => page([])
    await show(<UpcomingRides />)
    await screen.findByText(text('home.empty_title'))
    expect(screen.getByRole('link', { name: text('home.publish') }).getAttribute('href')).toBe('/publish-ride')
  })
})

test.each([
  [3, 1],
  [4, 0],
])('with %i rides on the home page other things follow: %i', async (count, shown) => {
  server.answers['rides.search'] = () => page(Array.from({ length: count }, (_, at) => ride({ id: `r-${at}` })))
  await show(<UpcomingRides whenFew={<p>posts</p>} />)
  expect(await screen.findAllByRole('article')).toHaveLength(count)
  expect(screen.queryAllByText('posts')).toHaveLength(shown)
})
