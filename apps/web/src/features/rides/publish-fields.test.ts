import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  described,
  field,
  fill,
  fillIn,
  open,
  publishServer,
  required,
  requiredFields,
  submit,
  type RequiredField,
} from '../../../test/publish.tsx'
import { refusal } from '../../../test/server.ts'
import { containing, text } from '../../../test/text.ts'

const server = publishServer()

describe('what is wrong', () => {
  test('an empty form marks every required field at the first attempt, and the first has the focus', async () => {
    await open()
    fireEvent.blur(field(text('rides.from')))
    expect(field(text('rides.from')).getAttribute('aria-invalid')).toBeNull()
    await submit()
    expect(screen.getByText(text('publish.times_required'))).toBeDefined()
    for (const label of requiredFields) expect(field(text(label)).getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field(text('rides.from'))))
    expect(server.sentTo('rides.publish')).toHaveLength(0)
  })

  test('on a phone the button ‘next’ focuses the first wrong field', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: text('publish.next') }))
    await waitFor(() => expect(document.activeElement).toBe(field(text('rides.from'))))
    expect(field(text('rides.to')).getAttribute('aria-invalid')).toBe('true')
    expect(field(text('publish.car_make')).getAttribute('aria-invalid')).toBeNull()
  })

  test('a wrong value shows its reason and gets the focus', async () => {
    const wrong: [RequiredField, string, string][] = [
      ['rides.from', 'x'.repeat(121), text('fields.too_long')],
      ['rides.to', 'Oslo', text('fields.same_place')],
      ['publish.departure', '', text('publish.departure_required')],
      ['publish.arrival', '7:00', text('fields.before_departure')],
      ['publish.price', '12,50', text('fields.not_a_whole_number')],
      ['publish.price', '10001', text('fields.price_out_of_range', { min: 0, max: 10_000 })],
      ['publish.car_make', 'x'.repeat(41), text('fields.too_long')],
      ['publish.car_model', '', text('publish.car_model_required')],
      ['publish.car_color', '\u200b', text('fields.invalid_characters')],
      ['publish.license_plate', 'A', text('fields.plate_invalid')],
    ]
    await open()
    fillIn()
    for (const [label, value, reason] of wrong) {
      const input = field(text(label))
      fill(text(label), value)
      await submit()
      await waitFor(() => expect(document.activeElement, `${label} ${value}`).toBe(input))
      expect.soft(input.getAttribute('aria-invalid'), `${label} ${value}`).toBe('true')
      expect.soft(described(input), `${label} ${value}`).toContain(reason)
      fill(text(label), required[label])
      await waitFor(() => expect(input.getAttribute('aria-invalid'), `${label} corrected`).toBeNull())
    }
    expect(server.sentTo('rides.publish')).toHaveLength(0)
  })

  test('the hour that does not exist in spring is explained', async () => {
    await open()
    fillIn({ 'rides.date': '28.3.2027', 'publish.departure': '02:30' })
    await submit()
    expect(screen.getByText(containing(text('fields.clock_gap')))).toBeDefined()
    expect(field(text('publish.departure')).getAttribute('aria-invalid')).toBe('true')
  })

  test('an error of the server shows at its field', async () => {
    server.answers['rides.publish'] = () => refusal('validation', { fields: { departure_time: 'in_past' } })
    await open()
    fillIn()
    await submit()
    await waitFor(() => expect(document.activeElement).toBe(field(text('publish.departure'))))
    expect(described(field(text('publish.departure')))).toContain(text('fields.in_past'))
    expect(screen.queryByText(text('publish.failed'))).toBeNull()
  })
})

describe('the times', () => {
  test('an arrival on the next day is shown', async () => {
    await open()
    fillIn({ 'publish.departure': '23:00', 'publish.arrival': '02:00' })
    expect(screen.getByText(text('publish.takes', { duration: '3,0 t' }), { exact: false })).toBeDefined()
    expect(screen.getByText(text('publish.next_day', { date: '28. nov.' }))).toBeDefined()
  })

  test('the hour that comes twice is the first one, with a note', async () => {
    await open()
    fillIn({ 'rides.date': '31.10.2027', 'publish.departure': '02:30', 'publish.arrival': '06:00' })
    expect(screen.getByText(/02:30 kommer to ganger/)).toBeDefined()
    await submit()
    await screen.findByText(text('publish.success_title'))
    expect(server.sentTo('rides.publish')[0]?.body.departure_time).toBe('2027-10-31T02:30:00+02:00')
  })
})

describe('stops', () => {
  const names = () => screen.queryAllByLabelText(/^Stopp \d+$/).map((input) => (input as HTMLInputElement).value)

  const add = (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: text('publish.add_stop') }))
    fill(`Stopp ${names().length}`, name)
  }

  test('are added by button and by Enter, moved and removed', async () => {
    await open()
    add('Hamar')
    fireEvent.keyDown(field(text('publish.stop', { number: 1 })), { key: 'Enter' })
    fill(text('publish.stop', { number: 2 }), 'Otta')
    add('Oppdal')
    expect(names()).toEqual(['Hamar', 'Otta', 'Oppdal'])
    fireEvent.click(screen.getByRole('button', { name: text('publish.move_up', { place: 'Oppdal' }) }))
    expect(names()).toEqual(['Hamar', 'Oppdal', 'Otta'])
    expect(screen.getByText(text('publish.stop_moved', { place: 'Oppdal', position: 2, count: 3 }))).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: text('publish.remove_stop', { place: 'Hamar' }) }))
    expect(names()).toEqual(['Oppdal', 'Otta'])
    fillIn()
    await submit()
    await screen.findByText(text('publish.success_title'))
    expect(server.sentTo('rides.publish')[0]?.body.stops).toEqual([
      { text: 'Oppdal', place_id: null },
      { text: 'Otta', place_id: null },
    ])
  })

  test('an empty row is not sent', async () => {
    await open()
    add('Hamar')
    fireEvent.keyDown(field(text('publish.stop', { number: 1 })), { key: 'Enter' })
    expect(names()).toEqual(['Hamar', ''])
    fillIn()
    await submit()
    await screen.findByText(text('publish.success_title'))
    expect(server.sentTo('rides.publish')[0]?.body.stops).toEqual([{ text: 'Hamar', place_id: null }])
  })

  test('are at most ten', async () => {
    await open()
    for (let count = 1; count <= 10; count++) add(`Sted ${count}`)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: text('publish.add_stop') }).disabled).toBe(true)
    expect(screen.getByText(text('publish.stops_full', { count: 10 }))).toBeDefined()
  })
})
