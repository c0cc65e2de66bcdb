// The menu to share, block and report: its entries for each kind of reader, and the content of a report.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lengths } from '@samtur/contract/constants'
import { reportCategories } from '@samtur/contract/moderation'
import { fakeServer, kari } from '../../../test/server.ts'
import { fakePopovers, show } from '../../../test/show.tsx'
import { text } from '../../../test/text.ts'
import { PersonMenu } from './person-menu.tsx'

fakePopovers()
const server = fakeServer()

const ola = { id: '00000000-0000-4000-8000-00000000000a', full_name: 'Ola Nilsen' }
// A letter of the last place takes two units of UTF-16.
const way = 'Oslo til 𐌰, 4. desember'
const menu = (person = ola) => (
  <PersonMenu
    person={person}
    shared={{ title: 'Oslo til Hamar', path: '/rides/r-1' }}
    concerns={{ what: way, path: '/rides/r-1' }}
  />
)
const names = ['report.share', 'report.block', 'report.report'] as const
/** The menu is closed, and so its entries have no role. */
const entry = (id: (typeof names)[number]) => screen.getByText(text(id))
const offered = () => names.filter((id) => screen.queryByText(text(id)))

test('a member can share, block and report, a visitor share and write to us', async () => {
  server.me = kari
  const { unmount } = await show(menu())
  expect(offered()).toEqual(names)
  unmount()
  server.me = null
  await show(menu())
  expect(offered()).toEqual(['report.share', 'report.report'])
  expect(entry('report.report').closest('a')?.getAttribute('href')).toBe('/help-support?tab=contact')
})

test('an administrator, whom the server would refuse, neither blocks nor reports', async () => {
  server.me = { ...kari, role: 'admin' }
  await show(menu())
  expect(offered()).toEqual(['report.share'])
})

test('there is nothing to do about oneself, and a deleted person is left alone', async () => {
  server.me = kari
  const { unmount } = await show(menu({ id: kari.id, full_name: 'Kari Nordmann' }))
  expect(offered()).toEqual([])
  unmount()
  await show(menu({ ...ola, full_name: '' }))
  expect(offered()).toEqual(['report.share'])
})

test('a report has its category, what it concerns with its address, and the own words', async () => {
  server.me = kari
  server.answers['moderation.report'] = () => ({ id: 'r-1', created_at: '2026-11-29T10:00:00Z' })
  await show(menu())
  fireEvent.click(entry('report.report'))
  const dialog = within(await screen.findByRole('dialog', { name: text('report.title', { name: 'Ola Nilsen' }) }))
  expect(dialog.getAllByRole('radio')).toHaveLength(reportCategories.length)
  dialog.getByText(text('report.concerns', { what: way }))
  const firstLine = `${way} /rides/r-1\n`
  dialog.getByText(`0 / ${lengths.report - [...firstLine].length}`)
  const send = dialog.getByRole('button', { name: text('chat.report_send') })
  fireEvent.click(send)
  const field = dialog.getByRole('textbox', { name: text('chat.report_reason') })
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(server.sentTo('moderation.report')).toEqual([])
  fireEvent.click(dialog.getByRole('radio', { name: text('report.category.driving') }))
  fireEvent.change(field, { target: { value: 'For fort' } })
  fireEvent.click(send)
  expect(await screen.findByText(text('chat.reported'))).toBeTruthy()
  expect(server.sentTo('moderation.report').map(({ body }) => body)).toEqual([
    { reported_id: ola.id, category: 'driving', reason: `${firstLine}For fort` },
  ])
})

test('a report without a category names none', async () => {
  server.me = kari
  server.answers['moderation.report'] = () => ({ id: 'r-1', created_at: '2026-11-29T10:00:00Z' })
  await show(<PersonMenu person={ola} shared={{ title: 'Ola Nilsen', path: '/profile/u-ola' }} />)
  fireEvent.click(entry('report.report'))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Truer meg' } })
  fireEvent.click(dialog.getByRole('button', { name: text('chat.report_send') }))
  expect(await screen.findByText(text('chat.reported'))).toBeTruthy()
  expect(server.sentTo('moderation.report').map(({ body }) => body)).toEqual([
    { reported_id: ola.id, reason: 'Truer meg' },
  ])
})

test('a block is asked about first', async () => {
  server.me = kari
  server.answers['moderation.block'] = () => ({ blocked: true })
  server.answers['moderation.blocks'] = () => ({ items: [] })
  await show(menu())
  fireEvent.click(entry('report.block'))
  const dialog = within(await screen.findByRole('dialog', { name: text('chat.block_title', { name: 'Ola Nilsen' }) }))
  expect(server.sentTo('moderation.block')).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: text('report.block') }))
  expect(await screen.findByText(text('chat.blocked'))).toBeTruthy()
  expect(server.sentTo('moderation.block').map(({ params }) => params)).toEqual([{ userId: ola.id }])
})
