import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { wanted as limits } from '@samtur/contract/constants'
import { ownWanted, ride, wantedPreview } from '../../../test/dataset.ts'
import { fakeConnection, sendEvent } from '../../../test/live.ts'
import { page, refusal } from '../../../test/server.ts'
import { show, shownAddress } from '../../../test/show.tsx'
import { containing, startingWith, text } from '../../../test/text.ts'
import { wantedServer } from '../../../test/wanted.ts'
import { WantedPage } from './wanted-page.tsx'

fakeConnection()
const server = wantedServer()
const match = { ...ride(), offered: false }

const open = async (items = [ownWanted()], address = '/wanted') => {
  server.answers['wanted.own'] = () => page(items)
  await show(<WantedPage />, address)
}
const press = (id: 'wanted.pause' | 'wanted.resume' | 'wanted.edit' | 'wanted.end' | 'wanted.show_drivers') =>
  fireEvent.click(screen.getByRole('button', { name: startingWith(text(id)) }))

describe('an own wanted ride', () => {
  test('says its state, who sees it and what it asks for', async () => {
    await open([ownWanted({ seats: 2, max_price: 300, time_from: '12:00', time_to: '22:00', note: 'Hei' })])
    const card = await screen.findByRole('article')
    for (const part of [
      text('wanted.looking'),
      text('wanted.only_you_see'),
      text('posts.seats', { count: 2 }),
      text('wanted.within', { km: '15' }),
      '12:00–22:00',
      'Hei',
      text('wanted.no_match'),
    ])
      expect(card.textContent).toContain(part)
  })

  test('has its matches inside, each leading to its ride', async () => {
    const offered = { ...ride({ id: 'r-2' }), offered: true }
    await open([ownWanted({ public: true, matches: [offered, match], match_count: 5 })])
    const card = await screen.findByRole('article')
    expect(card.textContent).toContain(text('wanted.matches', { count: 5 }))
    expect(card.textContent).toContain(text('wanted.drivers_see'))
    const links = within(card).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/rides/r-2', '/rides/r-1'])
    expect(within(card).getAllByText(text('wanted.offered_to_you'))).toHaveLength(1)
    expect(card.textContent).toContain(text('wanted.more_matches', { count: 4 }))
  })

  test('shows three matches, and all of them after a press, with the focus on the next', async () => {
    const matches = Array.from({ length: 5 }, (_, nth) => ({ ...match, id: `r-${nth}` }))
    await open([ownWanted({ matches, match_count: 7 })])
    const card = await screen.findByRole('article')
    expect(within(card).getAllByRole('link')).toHaveLength(3)
    expect(card.textContent).not.toContain(text('wanted.more_matches', { count: 2 }))
    fireEvent.click(within(card).getByRole('button', { name: text('wanted.all_matches', { count: 5 }) }))
    const links = within(card).getAllByRole('link')
    expect(links).toHaveLength(5)
    expect(document.activeElement).toBe(links[3])
    expect(card.textContent).toContain(text('wanted.more_matches', { count: 2 }))
  })

  test('is paused and resumed', async () => {
    await open()
    await screen.findByRole('article')
    server.answers['wanted.edit'] = () => ownWanted({ state: 'paused' })
    server.answers['wanted.own'] = () => page([ownWanted({ state: 'paused' })])
    press('wanted.pause')
    await screen.findByText(text('wanted.paused_text'))
    expect(screen.getByText(text('wanted.hidden_now'))).toBeDefined()
    press('wanted.resume')
    await waitFor(() =>
      expect(server.sentTo('wanted.edit').map(({ body }) => body)).toEqual([{ paused: true }, { paused: false }]),
    )
  })

  test('is shown to drivers by one press', async () => {
    await open()
    await screen.findByRole('article')
    server.answers['wanted.edit'] = () => ownWanted({ public: true })
    press('wanted.show_drivers')
    await waitFor(() => expect(server.sentTo('wanted.edit')).toMatchObject([{ body: { public: true } }]))
  })

  test('is changed in the form that holds its values', async () => {
    server.answers['wanted.preview'] = () => wantedPreview(4, { match_count: 3 })
    server.answers['wanted.edit'] = () => ownWanted({ radius_km: 50 })
    await open()
    await screen.findByRole('article')
    press('wanted.edit')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: text('rides.from') }).value).toBe('Harstad')
    await within(dialog).findByText(text('wanted.count', { count: 3 }))
    fireEvent.click(within(dialog).getByRole('radio', { name: containing('50') }))
    fireEvent.click(within(dialog).getByRole('button', { name: text('core.save') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.sentTo('wanted.edit')).toMatchObject([{ params: { id: 'w-1' }, body: { radius_km: 50, seats: 1 } }])
  })

  test('ends after one question', async () => {
    await open()
    await screen.findByRole('article')
    press('wanted.end')
    const dialog = await screen.findByRole('dialog', { name: text('wanted.end_title') })
    expect(server.sentTo('wanted.end')).toHaveLength(0)
    server.answers['wanted.end'] = () => ownWanted({ state: 'ended' })
    server.answers['wanted.own'] = () => page([ownWanted({ state: 'ended' })])
    fireEvent.click(within(dialog).getByRole('button', { name: text('wanted.end') }))
    await screen.findByText(text('wanted.ended_toast'))
    await screen.findByText(text('wanted.ended', { count: 1 }))
    expect(screen.queryByRole('article')).toBeNull()
  })
})

describe('the page', () => {
  test('invites to make the first one', async () => {
    await open([])
    await screen.findByText(text('wanted.none_title'))
    const link = screen.getByRole('link', { name: text('wanted.new') })
    fireEvent.click(link)
    expect(shownAddress()).toBe('/wanted?new=1')
    await screen.findByRole('dialog')
  })

  test('says how many are in use, and explains the limit', async () => {
    const many = Array.from({ length: limits.active }, (_, at) => ownWanted({ id: `w-${at}` }))
    await open(many, '/wanted?new=1')
    await screen.findByText(containing(text('wanted.used', { used: '20', most: '20' })))
    expect(screen.getByText(text('wanted.full', { most: limits.active }))).toBeDefined()
    const button = screen.getByRole('button', { name: text('wanted.new') })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows what is wrong at the fields of a new one', async () => {
    await open([], '/wanted?new=1')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain(text('wanted.count_needs'))
    fireEvent.click(within(dialog).getByRole('button', { name: text('wanted.submit') }))
    await waitFor(() => expect(within(dialog).getAllByText(text('fields.required'))).toHaveLength(3))
    expect(server.sentTo('wanted.create')).toHaveLength(0)
  })

  test('a failure is shown, and the list can be loaded again', async () => {
    server.answers['wanted.own'] = () => refusal('internal')
    await show(<WantedPage />, '/wanted')
    await screen.findByText(text('wanted.load_failed'))
    server.answers['wanted.own'] = () => page([ownWanted()])
    fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
    expect(await screen.findByRole('article')).toBeDefined()
  })

  test('loads again when a ride has come', async () => {
    await open()
    await screen.findByText(text('wanted.looking'))
    server.answers['wanted.own'] = () => page([ownWanted({ matches: [match], match_count: 1 })])
    sendEvent({ event: 'changed', what: 'notifications' }, 'inbox')
    expect(await screen.findByText(text('wanted.matches', { count: 1 }))).toBeDefined()
  })
})
