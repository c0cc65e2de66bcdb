import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnRide, RideReservation } from '@samtur/contract/reservations'
import { ownRide, request, ride, ownReservation as reservation } from '../../../test/dataset.ts'
import { sendEvent } from '../../../test/live.ts'
import { buttonOf, press, reservationsServer } from '../../../test/reservations.ts'
import { page, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { containing, startingWith, text } from '../../../test/text.ts'
import { MyRidesPage } from './my-rides-page.tsx'

const server = reservationsServer()
const list = 'reservations.myRides'
const reservations = 'reservations.mine'

/** Shows the own rides. */
function open(...rides: OwnRide[]) {
  server.answers[list] = () => page(rides)
  return show(<MyRidesPage />, '/my-rides?tab=rides')
}
/** Returns the row of a passenger. */
const row = async (name: string) => (await screen.findByText(name, { selector: 'bdi' })).closest('li')!

describe('requests on the own rides', () => {
  test('open requests can be accepted or rejected; accepted ones have chat, phone and removal', async () => {
    const accepted = request({ id: 'req-2', status: 'accepted', name: 'Kari Berg' })
    accepted.passenger.phone = '+4598765432'
    server.answers[list] = () =>
      page([
        ownRide([request(), accepted, request({ id: 'req-3', status: 'rejected', name: 'Per Vik' })]),
        ownRide([request({ id: 'req-4', name: 'Sen Sen' })], { id: 'gone' }, -1),
      ])
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    expect(
      within(await row('Ola Nordmann'))
        .getAllByRole('button')
        .map((it) => it.textContent),
    ).toEqual([buttonOf('reservations.accept', 'Ola Nordmann'), buttonOf('reservations.reject', 'Ola Nordmann')])
    const [remove, ...others] = within(await row('Kari Berg')).getAllByRole('button')
    expect([remove?.textContent, others]).toEqual([buttonOf('reservations.remove', 'Kari Berg'), []])
    expect(
      within(await row('Kari Berg'))
        .getByRole('link', { name: containing(text('reservations.chat')) })
        .getAttribute('href'),
    ).toBe('/chat?user=u-ola&ride=r-1')
    expect(
      within(await row('Kari Berg'))
        .getByRole('link', { name: /98/ })
        .getAttribute('href'),
    ).toBe('tel:+4598765432')
    expect(within(await row('Per Vik')).queryAllByRole('button')).toEqual([])
    // After departure a request can be neither accepted nor rejected.
    expect(within(await row('Sen Sen')).queryAllByRole('button')).toEqual([])
  })

  test('a request for a detour says where to, when the driver arrives then, and what becomes of the place', async () => {
    const section = { ...ride().section, whole: false, start_location: 'Leirvik' }
    const detour = { place_id: 7, end: 'start', minutes: 12, price: 14, minutes_over_limit: 0 } as const
    const times = { departure_time: '2099-11-27T09:00:00Z', arrival_time: '2099-11-27T15:00:00Z' }
    const asked = request({ section, detour })
    const rejected = request({ id: 'req-2', section, detour, name: 'Per Vik', status: 'rejected' })
    await open(ownRide([asked, rejected], times))
    const shown = (await row('Ola Nordmann')).textContent
    expect(shown).toContain(text('reservations.detour', { minutes: 12, place: 'Leirvik' }))
    expect(shown).toContain(text('reservations.detour_arrival', { time: '16:12', before: '16:00' }))
    expect(shown).toContain(text('reservations.detour_effect', { place: 'Leirvik' }))
    expect(within(await row('Ola Nordmann')).getAllByRole('button')).toHaveLength(2)
    // What is answered asks for nothing any more.
    expect((await row('Per Vik')).textContent).not.toContain(text('reservations.detour_effect', { place: 'Leirvik' }))
  })

  test('a detour beyond the own limit says by how many minutes, and accepting it asks once more', async () => {
    const section = { ...ride().section, whole: false, start_location: 'Leirvik' }
    const detour = { place_id: 7, end: 'start', minutes: 12, price: 14, minutes_over_limit: 9 } as const
    server.answers['reservations.accept'] = () => request({ status: 'accepted' })
    await open(ownRide([request({ section, detour })]))
    const words = text('reservations.detour_over', { minutes: 9 })
    expect(await screen.findByText(words)).toBeDefined()
    const button = await screen.findByRole('button', { name: buttonOf('reservations.accept', 'Ola Nordmann') })
    fireEvent.click(button)
    const dialog = await screen.findByRole('dialog', { name: text('reservations.detour_over_title') })
    expect(within(dialog).getByText(words)).toBeDefined()
    expect(server.sentTo('reservations.accept')).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: text('core.cancel') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(button)
    fireEvent.click(await screen.findByRole('button', { name: text('reservations.accept_anyway') }))
    await waitFor(() => expect(server.sentTo('reservations.accept')).toHaveLength(1))
    expect(server.sentTo('reservations.accept')[0]?.body).toEqual({ reason: null, minutes_over_limit: 9 })
  })

  test('a request shows its part of the ride, its seats and its message', async () => {
    const section = { ...ride().section, whole: false, start_location: 'Hamar', end_location: 'Dombås' }
    await open(ownRide([request({ section, seats_requested: 2, message: 'Har med ski' })]))
    const row = (await screen.findByText('Ola Nordmann', { selector: 'bdi' })).closest('li')!
    expect(within(row).getByText('Hamar').closest('h3')?.textContent).toBe(
      text('reservations.section', { from: 'Hamar', to: 'Dombås' }),
    )
    expect(within(row).getByText(text('reservations.seats', { count: 2 }))).toBeDefined()
    expect(within(row).getByText('Har med ski')).toBeDefined()
  })

  test('accepting twice sends one request, loads the list again and shows a toast', async () => {
    let status: RideReservation['status'] = 'pending'
    server.answers[list] = () => page([ownRide([request({ status })])])
    server.answers['reservations.accept'] = () => {
      status = 'accepted'
      return request({ status })
    }
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    const button = await screen.findByRole('button', { name: buttonOf('reservations.accept', 'Ola Nordmann') })
    button.focus()
    fireEvent.click(button)
    fireEvent.click(button)
    expect(await screen.findByText(text('reservations.accepted_toast'))).toBeDefined()
    expect(server.sentTo('reservations.accept').map(({ params }) => params)).toEqual([{ id: 'req-1' }])
    expect(screen.queryByRole('button', { name: buttonOf('reservations.accept', 'Ola Nordmann') })).toBeNull()
    expect(screen.getByText(text('reservations.status_accepted'))).toBeDefined()
  })

  describe('after accepting, the focus is at the passenger', () => {
    const focused = () => document.activeElement?.closest('li')?.textContent
    let respond: () => void
    let status: RideReservation['status']

    beforeEach(async () => {
      status = 'pending'
      server.answers[list] = () => page([ownRide([request({ status })])])
      server.answers['reservations.accept'] = () =>
        new Promise((resolve) => (respond = () => resolve(request({ status: 'accepted' }))))
      await show(<MyRidesPage />, '/my-rides?tab=rides')
      const button = await screen.findByRole('button', { name: buttonOf('reservations.accept', 'Ola Nordmann') })
      button.focus()
      fireEvent.click(button)
      await waitFor(() => expect(server.sentTo('reservations.accept')).toHaveLength(1))
      status = 'accepted'
    })

    test('when the response arrives first', async () => {
      respond()
      await screen.findByText(text('reservations.accepted_toast'))
      await waitFor(() => expect(focused()).toContain('Ola Nordmann'))
    })

    test('when the live event arrives first', async () => {
      sendEvent({ event: 'changed', what: 'reservations' })
      await waitFor(() =>
        expect(screen.queryByRole('button', { name: buttonOf('reservations.accept', 'Ola Nordmann') })).toBeNull(),
      )
      await waitFor(() => expect(focused()).toContain('Ola Nordmann'))
      respond()
      await screen.findByText(text('reservations.accepted_toast'))
      expect(focused()).toContain('Ola Nordmann')
    })
  })

  test('rejecting needs a confirmation, which names the passenger', async () => {
    const reject = 'reservations.reject'
    let status: RideReservation['status'] = 'pending'
    server.answers[list] = () => page([ownRide([request({ status })])])
    server.answers[reject] = () => {
      status = 'rejected'
      return request({ status })
    }
    const asking = { name: text('reservations.reject_title', { name: 'Ola Nordmann' }) }
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    fireEvent.click(await screen.findByRole('button', { name: buttonOf('reservations.reject', 'Ola Nordmann') }))
    press(text('core.cancel'), await screen.findByRole('dialog', asking))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.sentTo(reject)).toHaveLength(0)
    press(buttonOf('reservations.reject', 'Ola Nordmann'))
    press(text('reservations.reject'), await screen.findByRole('dialog', asking))
    expect(await screen.findByText(text('reservations.status_rejected'))).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.sentTo(reject).map(({ params }) => params)).toEqual([{ id: 'req-1' }])
  })

  test('removing an accepted passenger needs a reason', async () => {
    const remove = 'reservations.remove'
    let now: Partial<RideReservation> = { status: 'accepted' }
    server.answers[list] = () => page([ownRide([request(now)])])
    server.answers[remove] = () => {
      now = { status: 'cancelled', ended_by: 'removed', end_reason: 'Bilen er full' }
      return request(now)
    }
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    fireEvent.click(await screen.findByRole('button', { name: buttonOf('reservations.remove', 'Ola Nordmann') }))
    const dialog = await screen.findByRole('dialog', {
      name: text('reservations.remove_title', { name: 'Ola Nordmann' }),
    })
    const field = within(dialog).getByRole('textbox', { name: containing(text('reservations.reason')) })
    press(text('reservations.remove'), dialog)
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect([document.activeElement, server.sentTo(remove)]).toEqual([field, []])
    fireEvent.change(field, { target: { value: ' Bilen er full ' } })
    press(text('reservations.remove'), dialog)
    expect(await screen.findByText(text('reservations.ended_by_your_removal'))).toBeDefined()
    expect(screen.getByText('Bilen er full')).toBeDefined()
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Ola Nordmann'))
    expect(server.sentTo(remove).map(({ params, body }) => [params.id, body])).toEqual([
      ['req-1', { reason: 'Bilen er full' }],
    ])
  })

  test('when others have taken the seats, the passenger sees how many and the driver can only reject, until they are free again', async () => {
    const section = (available_seats: number) => ({ ...ride().section, available_seats })
    server.answers[reservations] = () => page([reservation({ ride: ride({ section: section(1) }) })])
    const { unmount } = await show(<MyRidesPage />, '/my-rides?tab=reservations')
    expect(await screen.findByText(text('reservations.seats_gone', { count: 2 }))).toBeDefined()
    expect(screen.getByRole('link', { name: text('reservations.find_another') })).toBeDefined()
    unmount()
    await open(ownRide([request({ seats_requested: 1, section: section(0) })]))
    expect(await screen.findByText(text('reservations.seats_gone_driver', { count: 1 }))).toBeDefined()
    expect(screen.queryByRole('button', { name: buttonOf('reservations.accept', 'Ola Nordmann') })).toBeNull()
    expect(screen.getByRole('button', { name: buttonOf('reservations.reject', 'Ola Nordmann') })).toBeDefined()
    server.answers[list] = () => page([ownRide([request({ seats_requested: 1, section: section(1) })])])
    sendEvent({ event: 'changed', what: 'reservations' })
    expect(await screen.findByRole('button', { name: buttonOf('reservations.accept', 'Ola Nordmann') })).toBeDefined()
  })

  test('a refused acceptance shows its reason, and the list is loaded again', async () => {
    server.answers['reservations.accept'] = () => refusal('not_enough_seats')
    await open(ownRide([request()]))
    fireEvent.click(await screen.findByRole('button', { name: buttonOf('reservations.accept', 'Ola Nordmann') }))
    const toast = await screen.findByText(text('reservations.update_failed'))
    expect(toast.nextElementSibling?.textContent).toBe(text('conflicts.not_enough_seats'))
    expect(server.sentTo(list)).toHaveLength(2)
  })

  test('the driver sees unconfirmed changes, deadlines and cancellations, and may reject with a reason', async () => {
    const reject = 'reservations.reject'
    server.answers[list] = () =>
      page([
        ownRide([
          request(),
          request({ id: 'req-2', status: 'accepted', name: 'Kari Berg', awaits_confirmation: true }),
          request({ id: 'req-3', status: 'cancelled', name: 'Per Vik', ended_by: 'passenger', end_reason: 'Syk' }),
        ]),
      ])
    server.answers[reject] = () => request({ status: 'rejected' })
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    expect(
      within(await row('Ola Nordmann')).getByText(startingWith(text('requests.answer_by', { time: '' }))),
    ).toBeDefined()
    expect(within(await row('Kari Berg')).getByText(text('reservations.awaits_confirmation'))).toBeDefined()
    expect(within(await row('Per Vik')).getByText(text('reservations.ended_by_passenger'))).toBeDefined()
    expect(within(await row('Per Vik')).getByText('Syk')).toBeDefined()
    press(buttonOf('reservations.reject', 'Ola Nordmann'))
    const dialog = await screen.findByRole('dialog', {
      name: text('reservations.reject_title', { name: 'Ola Nordmann' }),
    })
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Fullt av ski' } })
    press(text('reservations.reject'), dialog)
    await waitFor(() => expect(server.sentTo(reject).map(({ body }) => body)).toEqual([{ reason: 'Fullt av ski' }]))
  })
})
