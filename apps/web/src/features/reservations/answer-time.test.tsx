import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { hours, ownReservation, ownRide, request } from '../../../test/dataset.ts'
import { reservationsServer } from '../../../test/reservations.ts'
import { page } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { startingWith, text } from '../../../test/text.ts'
import { AnswerTime } from './answer-time.tsx'
import { MyRidesPage } from './my-rides-page.tsx'
import { ReservationsPage } from './reservations-page.tsx'

const server = reservationsServer()
const due = () => startingWith(text('requests.answer_by', { time: '' }))
const wasDue = () => startingWith(text('requests.answer_was_due', { time: '' }))

describe('until when a request can be answered', () => {
  test('both sides see the same clock time', async () => {
    const answer_by = hours(3.53)
    server.answers['reservations.mine'] = () => page([ownReservation({ answer_by })])
    server.answers['reservations.myRides'] = () => page([ownRide([request({ answer_by })])])
    const { unmount } = await show(<ReservationsPage />, '/reservations')
    const passenger = (await screen.findByText(due())).textContent
    expect(screen.getByText('3 t 32 min')).toBeDefined()
    expect(screen.getByText(text('requests.without_answer'))).toBeDefined()
    unmount()
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    expect((await screen.findByText(due())).textContent).toBe(passenger)
  })

  test('nothing is said of an answer that is there, and of a seat that was given at once', async () => {
    server.answers['reservations.mine'] = () =>
      page([
        ownReservation({ status: 'accepted' }),
        ownReservation({ id: 'res-2', status: 'accepted', answer_by: null }),
        ownReservation({ id: 'res-3', status: 'rejected', ended_by: 'driver' }),
      ])
    await show(<ReservationsPage />, '/reservations')
    await screen.findByText(text('reservations.status_rejected'))
    expect(screen.queryByText(due())).toBeNull()
    expect(screen.queryByText(wasDue())).toBeNull()
  })

  test('after the time the line is full, also before the server has ended the request', async () => {
    server.answers['reservations.mine'] = () =>
      page([
        ownReservation({ answer_by: hours(-0.1) }),
        ownReservation({ id: 'res-2', status: 'cancelled', ended_by: 'expired', answer_by: hours(-1) }),
      ])
    await show(<ReservationsPage />, '/reservations')
    expect(await screen.findAllByText(wasDue())).toHaveLength(2)
    expect(screen.getAllByText(text('requests.time_over')).length).toBeGreaterThan(1)
    expect(screen.queryByText(text('requests.without_answer'))).toBeNull()
  })

  test('screen readers hear of the last hour and the last ten minutes only', async () => {
    const now = Date.now()
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    const reservation = ownReservation({ created_at: at(-60), answer_by: at(62) })
    const element = (minutes: number) => (
      <AnswerTime reservation={reservation} now={now + minutes * 60_000} reader="passenger" />
    )
    const { rerender } = await show(element(0))
    const heard = () => within(screen.getByRole('main')).getByRole('status').textContent
    const say = async (minutes: number) => {
      await act(async () => rerender(<main>{element(minutes)}</main>))
      return heard()
    }
    expect(await say(1)).toBe('')
    const lastHour = await say(2)
    expect(lastHour).toContain(text('requests.hour_left', { what: '' }).slice(2))
    expect(await say(40)).toBe(lastHour)
    const lastMinutes = await say(52)
    expect(lastMinutes).toContain(text('requests.ten_left', { what: '' }).slice(2))
    expect(await say(61)).toBe(lastMinutes)
    expect(await say(62)).toBe(text('requests.time_over'))
  })
})

describe('requests on the own rides', () => {
  test('one from the waiting list stands first, holds its seats and can be accepted', async () => {
    const full = { ...request().section, available_seats: 0 }
    const change = { waiting: 2, held_seats: 1 }
    server.answers['reservations.myRides'] = () =>
      page([
        ownRide(
          [
            request({ id: 'req-1', created_at: hours(-9) }),
            request({ id: 'req-2', name: 'Kari Berg', holds_seats: true, section: full }),
          ],
          change,
        ),
      ])
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    const [first] = (await screen.findAllByText(due())).map((line) => line.closest('li'))
    expect(first?.textContent).toContain('Kari Berg')
    expect(within(first!).getByText(text('requests.from_list'))).toBeDefined()
    expect(within(first!).getByRole('button', { name: startingWith(text('reservations.accept')) })).toBeDefined()
    expect(screen.getByText(text('requests.waiting', { count: 2 }))).toBeDefined()
    expect(screen.getByText(text('requests.held', { count: 1 }))).toBeDefined()
  })

  test('a seat that was given at once is marked', async () => {
    server.answers['reservations.myRides'] = () =>
      page([ownRide([request({ status: 'accepted', answer_by: null, instant: true })])])
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    expect(await screen.findByText(text('requests.got_seat'))).toBeDefined()
  })
})
