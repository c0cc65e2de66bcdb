// An administrator adds a meeting point, and changes one.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { meetingPoint } from '../../../test/dataset.ts'
import { fakeServer, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { containing, text } from '../../../test/text.ts'
import { AdminPointDialog } from './admin-point-dialog.tsx'

const listed = {
  ...meetingPoint({ id: 'p-1', name: 'Voss stasjon', lat: 60.63, lon: 6.42, toilet: false }),
  place_id: 1,
  place: 'Voss',
  updated_at: '2026-11-20T08:00:00Z',
  retired_at: null,
}

const server = fakeServer({
  answers: {
    'meetingPoints.add': () => listed,
    'meetingPoints.change': () => listed,
    'places.search': () => ({ items: [] }),
  },
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(containing(label))
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: text('admin_points.save') }))

test('a new point is sent with what is known of it', async () => {
  const close = vi.fn()
  await show(<AdminPointDialog given={{ place: { text: 'Voss', place_id: 1 } }} onClose={close} />)
  fill(text('admin_points.name'), 'Prestegardsmoen')
  fill(text('admin_points.kind'), 'park_and_ride')
  fill(text('admin_points.lat'), '60,63')
  fill(text('admin_points.lon'), '6.42')
  fill(text('admin_points.step_free'), 'yes')
  fill(text('admin_points.toilet'), 'no')
  fill(text('admin_points.parking'), '24')
  fill(text('admin_points.source'), 'Vestland fylke')
  save()
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(server.sentTo('meetingPoints.add')[0]?.body).toEqual({
    place_id: 1,
    name: 'Prestegardsmoen',
    kind: 'park_and_ride',
    lat: 60.63,
    lon: 6.42,
    step_free: true,
    shelter: null,
    toilet: false,
    parking_hours: 24,
    source: 'Vestland fylke',
  })
})

test('what is wrong stands at its field, and nothing is sent', async () => {
  await show(<AdminPointDialog given={{ place: { text: 'Voss', place_id: null } }} onClose={() => {}} />)
  fill(text('admin_points.name'), '🚏🚏')
  fill(text('admin_points.lat'), 'nord')
  fill(text('admin_points.lon'), '200')
  fill(text('admin_points.parking'), '721')
  save()
  expect(await screen.findByText(text('admin_points.position_invalid'))).toBeTruthy()
  expect(screen.getByText(text('fields.unknown_place'))).toBeTruthy()
  expect(screen.getByText(text('fields.required'))).toBeTruthy()
  expect(screen.getAllByText(text('fields.out_of_range'))).toHaveLength(2)
  expect(screen.getByText(text('fields.invalid'))).toBeTruthy()
  expect(server.sentTo('meetingPoints.add')).toEqual([])
})

test('a change sends the fields without the place, and shows what the server refuses', async () => {
  server.answers['meetingPoints.change'] = () => refusal('validation', { fields: { lat: 'too_far_away' } })
  const close = vi.fn()
  await show(<AdminPointDialog given={{ point: listed }} onClose={close} />)
  expect(screen.queryByLabelText(containing(text('admin_points.place')))).toBeNull()
  expect(field(text('admin_points.toilet')).value).toBe('no')
  fill(text('admin_points.lat'), '')
  fill(text('admin_points.lon'), '')
  save()
  expect(await screen.findByText(text('fields.too_far_away'))).toBeTruthy()
  expect(close).not.toHaveBeenCalled()
  const [sent] = server.sentTo('meetingPoints.change')
  expect(sent?.params).toEqual({ id: 'p-1' })
  expect(sent?.body).toMatchObject({ name: 'Voss stasjon', lat: null, lon: null, toilet: false })
  expect(sent?.body).not.toHaveProperty('place_id')
})
