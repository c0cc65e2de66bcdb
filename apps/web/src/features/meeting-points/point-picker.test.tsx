// The driver's choice of a meeting point: from the list, without a list, and with a point that the list does not have.
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { meetingPoint } from '../../../test/dataset.ts'
import { fakeServer, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { containing, text } from '../../../test/text.ts'
import { PointPicker, type PointPickerProps } from './point-picker.tsx'

const place = { id: 1, name: 'Voss', country: 'NO', region: 'Vestland', kind: 'town', lat: 60.63, lon: 6.42 } as const
const station = meetingPoint({ id: 'p-1', name: 'Voss stasjon', step_free: true, parking_hours: 0 })
const airport = meetingPoint({ id: 'p-2', name: 'Bømoen', kind: 'airport', lat: 60.64, lon: 6.5, toilet: true })

const server = fakeServer({ answers: { 'meetingPoints.list': () => ({ place, items: [station, airport] }) } })

const choose = vi.fn<(id: string | null) => void>()
beforeEach(() => choose.mockReset())

function Picker({ start, kept }: { start: string | null; kept?: PointPickerProps['kept'] }) {
  const [value, setValue] = useState(start)
  const change = (id: string | null) => {
    choose(id)
    setValue(id)
  }
  return <PointPicker placeId={1} place="Voss" value={value} onChange={change} kept={kept} />
}

const select = () => screen.findByRole<HTMLSelectElement>('combobox', { name: containing(text('points.point')) })
const options = async () => [...(await select()).options].map(({ text: label }) => label)

test('a driver chooses one of the points, by kind and with what is known of it', async () => {
  await show(<Picker start={null} />)
  expect(await options()).toEqual([
    text('points.by_agreement'),
    `Voss stasjon (${text('points.step_free')} · ${text('points.no_parking')})`,
    `Bømoen (${text('points.toilet')})`,
  ])
  expect(screen.getByText(text('points.by_agreement_text'))).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
  fireEvent.change(await select(), { target: { value: 'p-2' } })
  expect(choose).toHaveBeenLastCalledWith('p-2')
  expect(screen.getByRole('img', { name: text('points.map_label', { place: 'Voss', points: 'Bømoen' }) })).toBeTruthy()
  expect(screen.getByRole('link', { name: containing('Bømoen') }).getAttribute('href')).toMatch(/^geo:60\.64,6\.5\?/)
  fireEvent.change(await select(), { target: { value: '' } })
  expect(choose).toHaveBeenLastCalledWith(null)
})

test('a point without coordinates has a link that searches for it, and no map', async () => {
  await show(<Picker start="p-1" />)
  await select()
  expect(screen.getByRole('link').getAttribute('href')).toBe('geo:0,0?q=Voss%20stasjon%2C%20Voss')
  expect(screen.queryByRole('img')).toBeNull()
})

test('a list that cannot be loaded keeps the choice, and can be loaded again', async () => {
  server.answers['meetingPoints.list'] = () => refusal('not_found')
  await show(<Picker start="p-1" />)
  expect(await screen.findByText(text('points.load_failed'))).toBeTruthy()
  delete server.answers['meetingPoints.list']
  fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
  expect((await select()).value).toBe('p-1')
})

test('a place without points says where people meet', async () => {
  server.answers['meetingPoints.list'] = () => ({ place, items: [] })
  await show(<Picker start={null} />)
  expect(await screen.findByText(text('points.none_here', { place: 'Voss' }))).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('the retired point of a ride stays in the list, and that of a draft is left out', async () => {
  const { unmount } = await show(<Picker start="p-9" kept={{ id: 'p-9', name: 'Gamle Voss' }} />)
  expect(await options()).toContain('Gamle Voss')
  expect(choose).not.toHaveBeenCalled()
  unmount()
  await show(<Picker start="p-9" />)
  expect((await select()).value).toBe('')
  expect(choose).toHaveBeenLastCalledWith(null)
})
