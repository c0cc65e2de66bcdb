import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnReservation } from '@samtur/contract/reservations'
import type { Ride } from '@samtur/contract/rides'
import { hours, ride, rideDetail, ownReservation as reservation } from '../../../test/dataset.ts'
import { me, press, reservationsServer } from '../../../test/reservations.ts'
import { refreshSession } from '#lib/session'
import { refusal } from '../../../test/server.ts'
import { show, shownAddress } from '../../../test/show.tsx'
import { containing, startingWith, text } from '../../../test/text.ts'
import { NavBar } from '../../app/nav-bar.tsx'
import { ReserveButton } from './reserve-button.tsx'

const server = reservationsServer()

const seatsIn = (dialog: HTMLElement) =>
  within(
    within(dialog).getByRole('radiogroup', { name: text('reservations.seats_legend') }),
  ).getAllByRole<HTMLInputElement>('radio')

const loginSheet = () => screen.findByRole('dialog', { name: text('reservations.login_to_reserve') })

describe('the reservation dialog', () => {
  const create = 'reservations.create'

  async function open(given: Ride = ride()) {
    await show(<ReserveButton ride={given} />)
    press(text('rides.reserve'))
    // The dialog is a separate file, which loads slowly on a busy machine.
    return screen.findByRole('dialog', { name: text('reservations.dialog_title') }, { timeout: 5_000 })
  }

  test('offers at most four seats', async () => {
    const given = ride()
    const dialog = await open({ ...given, section: { ...given.section, available_seats: 7 } })
    expect(seatsIn(dialog)).toHaveLength(4)
  })

  /** Sends the form, and waits for its request. */
  async function send(dialog: HTMLElement, requests = 1) {
    press(text('reservations.send'), dialog)
    await waitFor(() => expect(server.sentTo(create)).toHaveLength(requests))
  }

  test('shows route, departure, driver, car and price, and offers the free seats', async () => {
    const dialog = await open()
    for (const shown of ['Oslo', 'Trondheim', 'Ingrid Solberg', 'Volvo V60'])
      expect(within(dialog).getByText(shown)).toBeDefined()
    expect(within(dialog).getAllByText('300 kr').length).toBeGreaterThan(0)
    expect(seatsIn(dialog).map(({ parentElement }) => parentElement?.textContent)).toEqual([
      text('reservations.seats', { count: 1 }),
      text('reservations.seats', { count: 2 }),
      text('reservations.seats', { count: 3 }),
    ])
  })

  test('shows the price of the chosen number of seats', async () => {
    const dialog = await open()
    fireEvent.click(within(dialog).getByRole('radio', { name: text('reservations.seats', { count: 3 }) }))
    expect(dialog.querySelector('output')?.textContent).toBe('3 × 300\u00a0kr900\u00a0kr')
  })

  test('sends the trimmed message once when pressed twice, and closes', async () => {
    let answer: (made: OwnReservation) => void = () => {}
    server.answers[create] = () => new Promise((resolve) => (answer = resolve))
    const dialog = await open()
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '  Kan du stoppe ved IKEA?  ' } })
    press(text('reservations.send'), dialog)
    await send(dialog)
    await act(async () => answer(reservation()))
    expect(await screen.findByText(text('reservations.sent_title'))).toBeDefined()
    expect(screen.getByText(text('reservations.sent_text'))).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.sentTo(create)).toMatchObject([
      { params: { id: 'r-1' }, body: { seats_requested: 1, message: 'Kan du stoppe ved IKEA?', ride_version: 1 } },
    ])
    expect(server.sentTo(create)[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('sends the positions of a part of the ride', async () => {
    server.answers[create] = () => reservation()
    const given = ride()
    const dialog = await open({
      ...given,
      section: { ...given.section, from_position: 1, to_position: 2, whole: false, price: 180 },
    })
    await send(dialog)
    expect(server.sentTo(create)[0]?.body).toEqual({
      seats_requested: 1,
      message: null,
      from_position: 1,
      to_position: 2,
      ride_version: 1,
      answer_within_hours: 24,
    })
  })

  test('a passenger who chooses where to get on sees price, time and seats of that part', async () => {
    const given = ride()
    const [start, end] = given.route as [Ride['route'][number], Ride['route'][number]]
    const stop = { ...start, position: 1, text: 'Hamar', passes_at: hours(26) }
    const route = [start, stop, { ...end, position: 2 }]
    const section = { ...given.section, to_position: 2 }
    const part = { ...section, from_position: 1, start_location: 'Hamar', whole: false, price: 180, available_seats: 1 }
    server.answers['rides.get'] = () => rideDetail({ route, section: part })
    server.answers[create] = () => reservation()
    const dialog = await open(ride({ route, section }))
    fireEvent.change(within(dialog).getByLabelText(text('reservations.get_on')), { target: { value: '1' } })
    await waitFor(() => expect(dialog.querySelector('output')?.textContent).toBe('180\u00a0kr'))
    expect(seatsIn(dialog)).toHaveLength(1)
    await send(dialog)
    expect(server.sentTo(create)[0]?.body).toMatchObject({ from_position: 1, to_position: 2 })
  })

  test('a part that cannot be loaded leaves the previous part', async () => {
    const given = ride()
    const [start, end] = given.route as [Ride['route'][number], Ride['route'][number]]
    const route = [start, { ...start, position: 1, text: 'Hamar' }, { ...end, position: 2 }]
    server.answers['rides.get'] = () => refusal('unavailable')
    const dialog = await open(ride({ route, section: { ...given.section, to_position: 2 } }))
    const off = within(dialog).getByLabelText<HTMLSelectElement>(text('reservations.get_off'))
    fireEvent.change(off, { target: { value: '1' } })
    expect(await screen.findByText(text('core.error_title'))).toBeDefined()
    expect([off.value, dialog.querySelector('output')?.textContent]).toEqual(['2', '300\u00a0kr'])
  })

  describe('for a person without a phone number', () => {
    const patch = 'profiles.update'
    beforeEach(() => {
      server.me = { ...me, profile: { ...me.profile, phone: null } }
      server.answers[create] = () => reservation()
      server.answers[patch] = () => me.profile
    })

    test('has an optional field for it', async () => {
      const dialog = await open()
      expect(within(dialog).getByLabelText(containing(text('reservations.phone_label')))).toBeDefined()
      press(text('reservations.send'), dialog)
      await screen.findByText(text('reservations.sent_title'))
      expect(server.sentTo(patch)).toEqual([])
    })

    test('stores it before the request is sent', async () => {
      const dialog = await open()
      fireEvent.change(within(dialog).getByLabelText(containing(text('reservations.phone_label'))), {
        target: { value: '912 34 567' },
      })
      press(text('reservations.send'), dialog)
      await screen.findByText(text('reservations.sent_title'))
      expect(server.sent.flatMap(({ endpoint, body }) => (body ? [[endpoint, body]] : []))).toMatchObject([
        [patch, { phone: '+4791234567' }],
        [create, { seats_requested: 1 }],
      ])
    })

    test('shows an invalid number at its field, and sends nothing', async () => {
      server.answers[patch] = () => refusal('validation', { fields: { phone: 'invalid' } })
      const dialog = await open()
      const field = within(dialog).getByLabelText(containing(text('reservations.phone_label')))
      fireEvent.change(field, { target: { value: '12' } })
      press(text('reservations.send'), dialog)
      await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
      expect(document.activeElement).toBe(field)
      expect(server.sentTo(create)).toEqual([])
    })
  })

  test('a person with a phone number sees no field for it', async () => {
    server.me = { ...me, profile: { ...me.profile, phone: '+4791234567' } }
    expect(within(await open()).queryByLabelText(containing(text('reservations.phone_label')))).toBeNull()
  })

  test('another trip at the same time is shown, and the person may reserve anyway', async () => {
    const other = { from: 'Bergen', to: 'Voss', departure_time: hours(25) }
    server.answers[create] = () => refusal('overlapping_ride', { params: other })
    const dialog = await open()
    press(text('reservations.send'), dialog)
    expect(await within(dialog).findByText(text('reservations.overlap_title'))).toBeDefined()
    expect(within(dialog).getByText(text('reservations.section', { from: 'Bergen', to: 'Voss' }))).toBeDefined()
    expect(server.sentTo(create)[0]?.body).not.toHaveProperty('accept_overlap')
    server.answers[create] = () => reservation()
    press(text('reservations.send_all_the_same'), dialog)
    expect(await screen.findByText(text('reservations.sent_title'))).toBeDefined()
    expect(server.sentTo(create)[1]?.body).toHaveProperty('accept_overlap', true)
    expect(server.sentTo(create)[1]?.key).not.toBe(server.sentTo(create)[0]?.key)
  })

  test('a ride that has changed is shown with its changes before the request is sent again', async () => {
    const given = ride()
    const changed = { ...rideDetail(), version: 2, section: { ...given.section, end_location: 'Støren', price: 200 } }
    server.answers[create] = () => refusal('ride_changed')
    server.answers['rides.get'] = () => changed
    const dialog = await open(given)
    press(text('reservations.send'), dialog)
    expect(await within(dialog).findByText(text('reservations.changed_title'))).toBeDefined()
    const [end, price] = within(dialog).getAllByText(/^(Trondheim|300.kr)$/, { selector: 's > bdi' })
    expect(end?.closest('dd')?.textContent).toBe('Før:TrondheimNå:Støren')
    expect(price?.closest('dd')?.textContent).toMatch(/^Før:300.krNå:200.kr$/)
    server.answers[create] = () => reservation()
    press(text('reservations.send'), dialog)
    expect(await screen.findByText(text('reservations.sent_title'))).toBeDefined()
    expect(server.sentTo(create).map(({ body }) => body.ride_version)).toEqual([1, 2])
  })

  test('an error shows its reason and keeps the message; the same content is sent with the same key', async () => {
    server.answers[create] = () => refusal('already_reserved')
    const dialog = await open()
    const message = within(dialog).getByRole<HTMLTextAreaElement>('textbox')
    fireEvent.change(message, { target: { value: 'Hei' } })
    press(text('reservations.send'), dialog)
    await screen.findByText(text('reservations.send_failed'))
    expect(within(dialog).getByText(text('conflicts.already_reserved'))).toBeDefined()
    expect(message.value).toBe('Hei')
    expect(screen.getByRole('dialog')).toBeDefined()

    await send(dialog, 2)
    const [first, second] = server.sentTo(create)
    expect(second?.key).toBe(first?.key)
    // A changed content is another request.
    fireEvent.change(message, { target: { value: 'Hei igjen' } })
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: text('reservations.send') }).ariaBusy).toBeNull(),
    )
    await send(dialog, 3)
    expect(server.sentTo(create)[2]?.key).not.toBe(first?.key)
  })

  test('when too few seats are left, shows how many and offers those', async () => {
    server.answers[create] = () => refusal('not_enough_seats', { params: { available: 1 } })
    const dialog = await open()
    fireEvent.click(within(dialog).getByRole('radio', { name: text('reservations.seats', { count: 3 }) }))
    press(text('reservations.send'), dialog)
    expect(await within(dialog).findByText(text('conflicts.not_enough_seats_left', { count: 1 }))).toBeDefined()
    expect(seatsIn(dialog).map(({ value, checked }) => [value, checked])).toEqual([['1', true]])
  })

  test('a message that is too long is not sent', async () => {
    const dialog = await open()
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'a'.repeat(501) } })
    press(text('reservations.send'), dialog)
    await waitFor(() => expect(within(dialog).getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
    expect(server.sentTo(create)).toHaveLength(0)
  })

  test('each opening starts empty', async () => {
    const dialog = await open()
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Hei' } })
    press(text('core.cancel'), dialog)
    press(text('rides.reserve'))
    const again = await screen.findByRole('dialog', { name: text('reservations.dialog_title') })
    expect(within(again).getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
  })

  test('a reload keeps the message and the chosen number of seats', async () => {
    const dialog = await open()
    fireEvent.click(within(dialog).getByRole('radio', { name: text('reservations.seats', { count: 2 }) }))
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Hei' } })
    // A reload ends the page without closing the dialog.
    const kept = { ...sessionStorage }
    cleanup()
    Object.assign(sessionStorage, kept)
    const again = await open()
    expect(
      within(again).getByRole<HTMLInputElement>('radio', { name: text('reservations.seats', { count: 2 }) }).checked,
    ).toBe(true)
    expect(within(again).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Hei')
  })

  test('in a list the status replaces the button at once', async () => {
    server.answers[create] = () => reservation()
    await show(<ReserveButton ride={ride()} inList />)
    await waitFor(() => expect(server.sentTo('reservations.mine')).toHaveLength(1))
    const button = screen.getByRole('button', { name: text('rides.reserve') })
    button.focus()
    fireEvent.click(button)
    const dialog = await screen.findByRole('dialog', { name: text('reservations.dialog_title') })
    server.answers['reservations.mine'] = () => new Promise(() => {})
    press(text('reservations.send'), dialog)
    const link = await screen.findByRole('link', { name: startingWith(text('reservations.status_pending')) })
    expect(link.getAttribute('href')).toBe('/my-rides?tab=reservations')
    expect(screen.queryByRole('button', { name: text('rides.reserve') })).toBeNull()
    expect(document.activeElement).toBe(link)
  })

  test('a visitor reads which ride it is about and that no seat is held, and gets on by signing in or signing up', async () => {
    server.me = null
    await show(<ReserveButton ride={ride()} />, '/search?from=Oslo')
    press(text('rides.reserve'))
    const sheet = within(await loginSheet())
    expect(screen.getAllByText(text('reservations.login_to_reserve')).length).toBeGreaterThan(1)
    expect(sheet.getByText(text('rides.from_to', { from: 'Oslo', to: 'Trondheim' }))).toBeDefined()
    expect(sheet.getByText(text('reservations.not_held'))).toBeDefined()
    const next = 'next=%2Frides%2Fr-1%3Freserve%3D1'
    const hrefOf = (name: string) => sheet.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf(text('core.log_in'))).toBe(`/auth?${next}`)
    expect(hrefOf(text('reservations.sign_up'))).toBe(`/auth?${next}&tab=sign-up`)
    fireEvent.click(sheet.getByRole('link', { name: text('core.log_in') }))
    expect(shownAddress()).toBe(`/auth?${next}`)
  })

  test.each([
    ['/search?from=Oslo', true, '/rides/r-1?reserve=1'],
    ['/rides/r-1?from_position=1&to_position=2', false, '/rides/r-1?from_position=1&to_position=2&reserve=1'],
    ['/', true, '/rides/r-1?reserve=1'],
  ])('the bar leads a visitor who wanted a seat back to the dialog (%s)', async (address, whole, next) => {
    server.me = null
    const given = ride()
    const section = whole ? given.section : { ...given.section, from_position: 1, to_position: 2, whole }
    await show(
      <>
        <NavBar />
        <ReserveButton ride={{ ...given, section }} />
      </>,
      address,
    )
    press(text('rides.reserve'))
    await loginSheet()
    const links = screen.getAllByRole('link', {
      name: new RegExp(`^(${text('nav.login')}|${text('nav.login_short')})$`),
    })
    expect(links.length).toBeGreaterThan(1)
    const target = `/auth?${new URLSearchParams({ next })}`
    await waitFor(() => expect(links.map((link) => link.getAttribute('href'))).toEqual(links.map(() => target)))
    expect(shownAddress()).toBe(address)
  })

  test('who is signed out while the dialog is open comes back to it with what was typed', async () => {
    const { unmount } = await show(<ReserveButton ride={ride()} />, '/rides/r-1')
    press(text('rides.reserve'))
    const type = () => screen.findByRole('dialog', { name: text('reservations.dialog_title') }, { timeout: 5_000 })
    const dialog = await type()
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Kan du stoppe ved IKEA?' } })
    server.me = null
    await act(refreshSession)
    fireEvent.click(within(dialog).getByRole('radio', { name: text('reservations.seats', { count: 2 }) }))
    await loginSheet()
    fireEvent.click(screen.getByRole('link', { name: text('core.log_in') }))
    expect(shownAddress()).toBe('/auth?next=%2Frides%2Fr-1%3Freserve%3D1')
    unmount()
    server.me = me
    await show(<ReserveButton ride={ride()} />, '/rides/r-1')
    press(text('rides.reserve'))
    const again = await type()
    expect(within(again).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Kan du stoppe ved IKEA?')
    expect(seatsIn(again).map(({ checked }) => checked)).toEqual([false, true, false])
  })
})
