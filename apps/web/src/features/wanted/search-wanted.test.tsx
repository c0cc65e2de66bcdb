import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ownWanted, wantedPreview } from '../../../test/dataset.ts'
import { kari, noNetwork, page, refusal } from '../../../test/server.ts'
import { show, shownAddress } from '../../../test/show.tsx'
import { text } from '../../../test/text.ts'
import { wantedServer } from '../../../test/wanted.ts'
import { SearchWanted } from './search-wanted.tsx'

const server = wantedServer()
const search = { from: 'Harstad', to: 'Narvik', date: '2099-11-27' } as const
const address = '/search?from=Harstad&to=Narvik&date=2099-11-27'

const open = (given: Parameters<typeof SearchWanted>[0]['search'] = search) =>
  show(<SearchWanted search={given} />, address)
const button = () => screen.findByRole('button', { name: text('wanted.tell_me') })
const press = async () => fireEvent.click(await button())
const saves = () => server.sentTo('wanted.create')

beforeEach(() => sessionStorage.clear())

describe('a search that found nothing', () => {
  test('is saved by one press, private, and only then offered to drivers', async () => {
    server.answers['wanted.create'] = () => ownWanted({ match_count: 2 })
    server.answers['wanted.edit'] = () => ownWanted({ public: true })
    await open()
    expect(screen.getByText(text('wanted.filled_in'))).toBeDefined()
    expect(screen.queryByText(text('wanted.show_drivers'))).toBeNull()
    await press()
    await screen.findByText(text('wanted.saved'))
    expect(screen.getByText(text('wanted.saved_matches', { count: 2 }))).toBeDefined()
    expect(saves()).toMatchObject([
      {
        body: {
          from: { text: 'Harstad' },
          to: { text: 'Narvik' },
          radius_km: 15,
          date_from: '2099-11-27',
          public: false,
        },
      },
    ])
    expect(saves()[0]?.key).toMatch(/^[\da-f-]{36}$/)
    expect(screen.queryByRole('button', { name: text('wanted.tell_me') })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: text('wanted.show_drivers') }))
    await screen.findByText(text('wanted.saved_public'))
    expect(server.sentTo('wanted.edit')).toMatchObject([{ params: { id: 'w-1' }, body: { public: true } }])
    expect(screen.queryByRole('button', { name: text('wanted.show_drivers') })).toBeNull()
  })

  test('shows how many cars went this way, with a bar for each day, only where they are not few', async () => {
    server.answers['wanted.preview'] = () => wantedPreview(11)
    const { container, unmount } = await open()
    await waitFor(() => expect(container.querySelectorAll('rect')).toHaveLength(30))
    expect(container.textContent).toContain('11')
    unmount()
    server.answers['wanted.preview'] = () => wantedPreview(0)
    const { container: without } = await open({ ...search, date: '2099-11-28' })
    await waitFor(() => expect(server.sentTo('wanted.preview')).toHaveLength(2))
    expect(without.querySelector('rect')).toBeNull()
  })

  test('that is saved already leads to it', async () => {
    server.answers['wanted.own'] = () => page([ownWanted()])
    await open()
    const link = await screen.findByRole('link', { name: text('wanted.already') })
    expect(link.getAttribute('href')).toBe('/wanted')
    expect(screen.queryByRole('button', { name: text('wanted.tell_me') })).toBeNull()
  })

  test('that the server knows as saved leads to it, too', async () => {
    server.answers['wanted.create'] = () => refusal('wanted_exists', { params: { id: 'w-1' } })
    await open()
    await press()
    await screen.findByRole('link', { name: text('wanted.already') })
    expect(screen.queryByText(text('core.error_title'))).toBeNull()
  })

  test('asks for a place that is not known, and counts nothing', async () => {
    server.answers['wanted.preview'] = () => refusal('validation', { fields: { from: 'unknown_place' } })
    await open({ ...search, from: 'Xyzzy' })
    const from = await screen.findByRole('combobox', { name: text('rides.from') })
    expect(from.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(text('fields.unknown_place'))).toBeDefined()
    expect(screen.getByText(text('wanted.needs_place'))).toBeDefined()
    // The field stays while the place is typed.
    fireEvent.change(from, { target: { value: 'Har' } })
    expect(screen.getByRole('combobox', { name: text('rides.from') })).toBe(from)
    expect(server.sentTo('wanted.preview')).toHaveLength(1)
  })

  test('with one place asks for the other one, and sends nothing without it', async () => {
    await open({ from: 'Harstad' })
    await press()
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: text('rides.to') }))
    expect(saves()).toHaveLength(0)
    expect(server.sentTo('wanted.preview')).toHaveLength(0)
  })

  test('that cannot be saved says why, and can be tried again', async () => {
    server.answers['wanted.create'] = () => refusal('too_many_wanted')
    await open()
    await press()
    expect(await screen.findByText(text('conflicts.too_many_wanted'))).toBeDefined()
    expect(await button()).toBeDefined()
  })
})

describe('a visitor', () => {
  test('signs in first, and then the wanted ride is saved without another press', async () => {
    server.me = null
    const { unmount } = await open()
    expect(screen.getByText(text('wanted.sign_in_first'))).toBeDefined()
    await press()
    await waitFor(() => expect(shownAddress()).toBe(`/auth?next=${encodeURIComponent(address).replaceAll('%20', '+')}`))
    expect(saves()).toHaveLength(0)
    unmount()
    server.me = kari
    server.answers['wanted.create'] = () => ownWanted()
    await open()
    await screen.findByText(text('wanted.saved'))
    expect(saves()).toHaveLength(1)
  })

  test('who has pressed for another search saves nothing on this one', async () => {
    server.me = null
    const { unmount } = await open()
    await press()
    unmount()
    server.me = kari
    await open({ ...search, to: 'Tromsø' })
    await button()
    expect(saves()).toHaveLength(0)
  })
})

test('without a network the press is kept, and carried out when it is back', async () => {
  server.answers['wanted.create'] = noNetwork
  await open()
  await press()
  await screen.findByText(text('wanted.kept_offline'))
  server.answers['wanted.create'] = () => ownWanted()
  act(() => void dispatchEvent(new Event('online')))
  await screen.findByText(text('wanted.saved'))
  expect(screen.queryByText(text('wanted.kept_offline'))).toBeNull()
})

test('the wanted ride can be changed before it is saved', async () => {
  server.answers['wanted.create'] = () => ownWanted({ seats: 2 })
  await open()
  fireEvent.click(screen.getByRole('button', { name: text('wanted.change_first') }))
  const dialog = await screen.findByRole('dialog', undefined, { timeout: 5_000 })
  expect(dialog.textContent).toContain(text('wanted.window'))
  fireEvent.click(screen.getByRole('radio', { name: '2' }))
  fireEvent.click(screen.getByRole('button', { name: text('wanted.submit') }))
  await screen.findByText(text('wanted.saved'))
  expect(saves()).toMatchObject([{ body: { seats: 2 } }])
  expect(screen.queryByRole('dialog')).toBeNull()
})
