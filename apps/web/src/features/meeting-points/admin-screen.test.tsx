// The administrator's list of meeting points: by place, with suggestions, and what can be done with each point.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedPoint } from '@samtur/contract/meeting-points'
import { meetingPoint } from '../../../test/dataset.ts'
import { fakeServer, kari, page, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { text } from '../../../test/text.ts'
import { PointsScreen } from './admin-screen.tsx'

const listed = (change: Partial<ListedPoint>): ListedPoint => ({
  ...meetingPoint(change),
  place_id: 1,
  place: 'Voss',
  updated_at: '2026-11-20T08:00:00Z',
  retired_at: null,
  ...change,
})
const station = listed({ id: 'p-1', name: 'Voss stasjon', lat: 60.63, lon: 6.41 })
const quay = listed({ id: 'p-2', name: 'Flåm kai', place_id: 2, place: 'Flåm', kind: 'ferry_quay' })
const old = listed({ id: 'p-3', name: 'Gamle Voss', retired_at: '2026-11-21T08:00:00Z' })
const place = { id: 1, name: 'Voss', country: 'NO', region: 'Vestland', kind: 'town', lat: 60.63, lon: 6.42 } as const
const suggestion = { place_id: 2, place: 'Flåm', name: 'Ved brua', times: 7 }

const server = fakeServer({
  me: { ...kari, role: 'admin', two_factor_enabled: true },
  answers: {
    'meetingPoints.all': () => page([station, quay, old]),
    'meetingPoints.list': () => ({ place, items: [station] }),
    'meetingPoints.suggestions': () => ({ items: [] }),
    'meetingPoints.retire': () => station,
    'meetingPoints.restore': () => old,
    'meetingPoints.dismiss': () => quay,
    'meetingPoints.add': () => quay,
    // The numbers in the navigation are of no interest here.
    'reports.all': () => refusal('forbidden'),
    'support.all': () => refusal('forbidden'),
    'places.search': () => ({ items: [] }),
  },
})

const open = () => show(<PointsScreen />, '/admin/meeting-points')
const region = (name: string) => screen.findByRole('region', { name })
const group = (name: string) => screen.findByRole('group', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const rows = (part: HTMLElement) =>
  within(part)
    .getAllByRole('listitem')
    .map((row) => document.getElementById(row.getAttribute('aria-labelledby')!)?.textContent)

test('points are listed by place, with a map where coordinates are known', async () => {
  await open()
  const voss = await group('Voss')
  expect(rows(voss)).toEqual(['Voss stasjon', 'Gamle Voss'])
  const drawn = text('points.map_label', { place: 'Voss', points: 'Voss stasjon' })
  expect(await within(voss).findByRole('img', { name: drawn })).toBeTruthy()
  const flam = await group('Flåm')
  expect(rows(flam)).toEqual(['Flåm kai'])
  expect(within(flam).getByText(text('admin_points.no_position'))).toBeTruthy()
  expect(within(flam).queryByRole('img')).toBeNull()
  expect(server.sentTo('meetingPoints.list').map(({ query }) => query)).toEqual([{ place_id: '1' }])
})

test('a point is retired after a question, and a retired one is restored', async () => {
  await open()
  await group('Voss')
  press(text('admin_points.retire_one', { name: 'Voss stasjon' }))
  expect(server.sentTo('meetingPoints.retire')).toEqual([])
  press(text('admin_points.retire'))
  expect(await screen.findByText(text('admin_points.retired_done'))).toBeTruthy()
  expect(server.sentTo('meetingPoints.retire')[0]?.params).toEqual({ id: 'p-1' })
  press(text('admin_points.restore_one', { name: 'Gamle Voss' }))
  expect(await screen.findByText(text('admin_points.restored'))).toBeTruthy()
  expect(server.sentTo('meetingPoints.restore')[0]?.params).toEqual({ id: 'p-3' })
})

test('a point is not restored beside another one of its name', async () => {
  server.answers['meetingPoints.restore'] = () => refusal('validation', { fields: { name: 'name_taken' } })
  await open()
  await group('Voss')
  press(text('admin_points.restore_one', { name: 'Gamle Voss' }))
  expect(await screen.findByText(text('fields.name_taken'))).toBeTruthy()
})

test('a suggestion is dismissed', async () => {
  server.answers['meetingPoints.suggestions'] = () => ({ items: [suggestion] })
  await open()
  const suggestions = await region(text('admin_points.suggestions'))
  expect(suggestions.textContent).toContain(text('admin_points.times', { count: 7 }))
  press(text('admin_points.dismiss_one', { name: 'Ved brua' }))
  expect(await screen.findByText(text('admin_points.dismissed'))).toBeTruthy()
  expect(server.sentTo('meetingPoints.dismiss')[0]?.body).toEqual({ place_id: 2, name: 'Ved brua' })
})

test('a suggestion becomes a point of its place', async () => {
  server.answers['meetingPoints.suggestions'] = () => ({ items: [suggestion] })
  await open()
  await region(text('admin_points.suggestions'))
  press(text('admin_points.accept_one', { name: 'Ved brua' }))
  press(text('admin_points.save'))
  await waitFor(() => expect(server.sentTo('meetingPoints.add')).toHaveLength(1))
  expect(server.sentTo('meetingPoints.add')[0]?.body).toMatchObject({
    place_id: 2,
    name: 'Ved brua',
    source: text('admin_points.suggestion_source'),
  })
})

test('an empty list, and one that cannot be loaded, say so', async () => {
  server.answers['meetingPoints.all'] = () => page([])
  const { unmount } = await open()
  expect(await screen.findByText(text('admin_points.empty'))).toBeTruthy()
  expect(screen.getByText(text('admin_points.suggestions_none'))).toBeTruthy()
  unmount()
  server.answers['meetingPoints.all'] = () => refusal('two_factor_required')
  server.answers['meetingPoints.suggestions'] = () => refusal('two_factor_required')
  await open()
  expect(await screen.findByText(text('admin.two_factor_title'))).toBeTruthy()
})
