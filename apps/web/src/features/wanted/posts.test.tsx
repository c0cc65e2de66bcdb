import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Route, Routes } from 'react-router'
import { postOnWay, ride, rideDetail, wantedPost } from '../../../test/dataset.ts'
import { kari, page, refusal } from '../../../test/server.ts'
import { fakePopovers, show } from '../../../test/show.tsx'
import { containing, startingWith, text } from '../../../test/text.ts'
import { wantedServer } from '../../../test/wanted.ts'
import { HomePosts } from './home-posts.tsx'
import { OnWayLink } from './on-way-link.tsx'
import { OnWayPage } from './on-way-page.tsx'
import { PostsPage } from './posts-page.tsx'
import { PublishLine } from './publish-line.tsx'

fakePopovers()
const server = wantedServer()

describe('posts on the way of an own ride', () => {
  const open = async (posts: ReturnType<typeof postOnWay>[] | undefined) => {
    server.answers['rides.get'] = () => rideDetail(posts && { viewer: 'driver' })
    server.answers['wanted.onYourWay'] = () => (posts ? { items: posts } : refusal('not_found'))
    await show(
      <Routes>
        <Route path="/rides/:id/wanted" element={<OnWayPage />} />
      </Routes>,
      '/rides/r-1/wanted',
    )
  }

  test('say why they are here, and have no price to fill in', async () => {
    const part = { ...ride().section, start_location: 'Bogen', whole: false, price: 41 }
    await open([
      postOnWay(),
      postOnWay({ id: 'p-2', first_name: 'Jonas', section: part }),
      postOnWay({ id: 'p-3', first_name: 'Liv', detour: { place_id: 7, end: 'start', minutes: 6, price: 5 } }),
    ])
    const [whole, partly, byDetour] = await screen.findAllByRole('article')
    expect(whole?.textContent).toContain(text('posts.on_way'))
    expect(whole?.textContent.replaceAll('\u00a0', ' ')).toContain(text('posts.whole_way', { price: '300 kr' }))
    expect(partly?.textContent).toContain('Bogen')
    expect(byDetour?.textContent).toContain(text('posts.by_detour', { minutes: 6 }))
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText(text('posts.on_your_way_text', { count: 3 }))).toBeDefined()
  })

  test('an offer turns into its words in the place of the button, once', async () => {
    await open([postOnWay()])
    const button = await screen.findByRole('button', { name: startingWith(text('posts.offer')) })
    const created_at = '2026-11-25T08:00:00.000Z'
    server.answers['wanted.offer'] = () => ({ wanted_id: 'p-1', ride_id: 'r-1', created_at })
    server.answers['wanted.onYourWay'] = () => ({ items: [postOnWay({ offered: true })] })
    fireEvent.click(button)
    fireEvent.click(button)
    const words = await screen.findByText(text('posts.offered_to', { name: 'Liv' }))
    await waitFor(() => expect(document.activeElement).toBe(words))
    expect(server.sentTo('wanted.offer')).toMatchObject([{ params: { id: 'p-1' }, body: { ride_id: 'r-1' } }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a full ride keeps the post without a button', async () => {
    await open([postOnWay({ seats: 4 })])
    await screen.findByText(text('rides.full'))
    expect(screen.queryByRole('button', { name: startingWith(text('posts.offer')) })).toBeNull()
  })

  test('an offer that is refused says why', async () => {
    server.answers['wanted.offer'] = () => refusal('not_on_the_way')
    await open([postOnWay()])
    fireEvent.click(await screen.findByRole('button', { name: startingWith(text('posts.offer')) }))
    expect(await screen.findByText(text('posts.offer_failed'))).toBeDefined()
  })

  test('without posts say so, with the way to all of them', async () => {
    await open([])
    await screen.findByText(text('posts.nobody_yet'))
    expect(screen.getByRole('link', { name: text('posts.see_all') }).getAttribute('href')).toBe('/wanted/posts')
  })

  test('are for the driver of the ride alone', async () => {
    await open(undefined)
    expect(await screen.findByText(text('posts.not_yours'))).toBeDefined()
  })
})

describe('the link on an own ride', () => {
  test('counts those who have no offer yet', async () => {
    server.answers['wanted.onYourWay'] = () => ({ items: [postOnWay(), postOnWay({ id: 'p-2', offered: true })] })
    await show(<OnWayLink rideId="r-1" name="Harstad – Narvik" />)
    const link = await screen.findByRole('link', { name: startingWith(text('posts.wanted_here', { count: 1 })) })
    expect(link.getAttribute('href')).toBe('/rides/r-1/wanted')
  })

  test('is not there where nobody looks for a ride', async () => {
    server.answers['wanted.onYourWay'] = () => ({ items: [] })
    await show(<OnWayLink rideId="r-1" name="Harstad – Narvik" />)
    await waitFor(() => expect(server.sentTo('wanted.onYourWay')).toHaveLength(1))
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('public posts', () => {
  test('lead to the publish form with way and day filled in, and to the chat', async () => {
    server.answers['wanted.posts'] = () => page([wantedPost()])
    await show(<PostsPage />, '/wanted/posts')
    const card = await screen.findByRole('article')
    expect(card.textContent).toContain('Liv')
    const [publish, chat] = within(card).getAllByRole('link')
    expect(publish?.getAttribute('href')).toBe(
      '/publish-ride?from=Harstad&to=Narvik&from_place_id=11&to_place_id=12&date=2099-11-27',
    )
    expect(chat?.getAttribute('href')).toBe('/chat?user=u-liv')
  })

  test('a visitor signs in before writing', async () => {
    server.me = null
    server.answers['wanted.posts'] = () => page([wantedPost({ user_id: null })])
    await show(<PostsPage />, '/wanted/posts')
    const chat = await screen.findByRole('link', { name: text('posts.write', { name: 'Liv' }) })
    expect(chat.getAttribute('href')).toBe('/auth?next=%2Fwanted%2Fposts')
  })

  test('a report of the person says by way and day which post it is about, with the page and its id', async () => {
    const user_id = '00000000-0000-4000-8000-00000000000a'
    server.answers['wanted.posts'] = () => page([wantedPost({ user_id })])
    server.answers['moderation.report'] = () => ({ id: 'x', created_at: '2026-11-29T10:00:00Z' })
    await show(<PostsPage />, '/wanted/posts')
    const day = (await screen.findByText(/27\. nov\./)).textContent
    fireEvent.click(await screen.findByText(text('report.report')))
    const dialog = within(await screen.findByRole('dialog', { name: text('report.title', { name: 'Liv' }) }))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Ber om penger' } })
    fireEvent.click(dialog.getByRole('button', { name: text('chat.report_send') }))
    await screen.findByText(text('chat.reported'))
    const way = text('rides.from_to', { from: 'Harstad', to: 'Narvik' })
    expect(server.sentTo('moderation.report').map(({ body }) => body.reason)).toEqual([
      `${way}, ${day} /wanted/posts#p-1\nBer om penger`,
    ])
  })

  test('the own one has no buttons', async () => {
    server.answers['wanted.posts'] = () => page([wantedPost({ user_id: kari.profile.id })])
    await show(<PostsPage />, '/wanted/posts')
    const card = await screen.findByRole('article')
    expect(within(card).queryByRole('link')).toBeNull()
    expect(card.textContent).toContain(text('posts.yours'))
  })

  test('on the home page are a section only where there are some', async () => {
    server.answers['wanted.posts'] = () => page([])
    const { container, unmount } = await show(<HomePosts />)
    await waitFor(() => expect(server.sentTo('wanted.posts')).toHaveLength(1))
    expect(container.querySelector('section#posts')).toBeNull()
    unmount()
  })

  test('on the home page lead to all of them', async () => {
    server.answers['wanted.posts'] = () => page([wantedPost()])
    await show(<HomePosts />)
    const all = await screen.findByRole('link', { name: text('posts.see_all') })
    expect(all.getAttribute('href')).toBe('/wanted/posts')
    expect(server.sentTo('wanted.posts')[0]?.query).toEqual({ limit: '4' })
  })
})

describe('the line of the publish form', () => {
  test('says how many look for this way', async () => {
    server.answers['wanted.posts'] = () => page([wantedPost(), wantedPost({ id: 'p-2' })])
    await show(<PublishLine places={['Harstad', 'Narvik']} />)
    await screen.findByText(containing(text('posts.this_way', { count: 2 })))
    expect(server.sentTo('wanted.posts')[0]?.query).toEqual({ from: 'Harstad', to: 'Narvik' })
  })

  test('looks at each part of the way, counts a person once, and leaves out the own post', async () => {
    const own = wantedPost({ id: 'p-3', user_id: kari.profile.id })
    server.answers['wanted.posts'] = () => page([wantedPost(), own])
    await show(<PublishLine places={['Harstad', '', 'Evenes', 'Narvik']} />)
    expect(await screen.findByText(containing(text('posts.this_way', { count: 1 })))).toBeDefined()
    expect(server.sentTo('wanted.posts').map(({ query }) => query)).toEqual([
      { from: 'Harstad', to: 'Narvik' },
      { from: 'Harstad', to: 'Evenes' },
      { from: 'Evenes', to: 'Narvik' },
    ])
  })

  test('says that there are more than a page', async () => {
    server.answers['wanted.posts'] = () => page([wantedPost()], 'c-1')
    await show(<PublishLine places={['Harstad', 'Narvik']} />)
    expect(await screen.findByText(containing(text('posts.this_way_more', { count: 1 })))).toBeDefined()
  })

  test.each([
    ['an unknown place', () => refusal('validation', { fields: { from: 'unknown_place' } })],
    ['nobody', () => page([])],
  ])('is empty for %s', async (_, answer) => {
    server.answers['wanted.posts'] = answer
    await show(<PublishLine places={['Harstad', 'Narvik']} />)
    await waitFor(() => expect(server.sentTo('wanted.posts')).toHaveLength(1), { timeout: 3_000 })
    expect(screen.getAllByRole('status').every((part) => part.textContent === '' || part.tagName !== 'P')).toBe(true)
  })
})
