import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { CheckIn, Companion, TodayTrip } from '@samtur/contract/travel'
import { hours } from '../../../test/dataset.ts'
import { fakeConnection, sendEvent } from '../../../test/live.ts'
import { fakeServer, kari, noNetwork, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { text } from '../../../test/text.ts'
import { CodeForm } from './code-form.tsx'
import { listWaiting } from './sayings.ts'
import { TodayPage } from './today-page.tsx'

fakeConnection()
const server = fakeServer({ me: kari })

const end = (place: string, at: string): TodayTrip['start'] => ({ text: place, at, lat: null, lon: null, point: null })
const said = (kind: CheckIn['kind']): CheckIn => ({ kind, at: hours(0), own: true })

const companion = (change: Partial<Companion> = {}): Companion => ({
  reservation_id: 'res-1',
  person: {
    id: 'u-dagny',
    full_name: 'Dagny Dahl',
    profile_picture: null,
    rating: null,
    rating_count: 0,
    phone: null,
  },
  seats: 1,
  price: 90,
  currency: 'NOK',
  start: end('Oslo', hours(-1)),
  end: end('Hamar', hours(1)),
  code: '0472',
  met: false,
  check_ins: [],
  ...change,
})

/** A passenger's trip that began an hour ago. */
const trip = (change: Partial<TodayTrip> = {}): TodayTrip => ({
  ride_id: 'ride-1',
  reservation_id: 'res-1',
  start: end('Oslo', hours(-1)),
  end: end('Hamar', hours(1)),
  car: { make: 'Volvo', model: 'V60', color: 'Svart', plate: 'DN55263' },
  companions: [companion()],
  follow_links: [],
  check_ins: [],
  shown_from: hours(-13),
  shown_until: hours(4),
  ...change,
})
const trip2 = (change: Partial<TodayTrip> = {}): TodayTrip =>
  trip({
    ride_id: 'ride-2',
    reservation_id: 'res-2',
    start: end('Hamar', hours(2)),
    end: end('Lillehammer', hours(3)),
    car: { make: 'Kia', model: 'EV6', color: 'Hvit', plate: 'EK12345' },
    companions: [companion({ reservation_id: 'res-2' })],
    ...change,
  })

/** The server's trips from now on. */
function shows(...items: TodayTrip[]) {
  server.answers['travel.today'] = () => ({ items })
}
/** The server's trips from the next check-in on. */
function showsAfterCheckIn(...items: TodayTrip[]) {
  server.answers['travel.checkIn'] = () => {
    shows(...items)
    return companion()
  }
}

async function open(...items: TodayTrip[]) {
  shows(...items)
  await show(<TodayPage />, '/today')
  await screen.findByRole('button', { name: text('travel.help') })
}

type Label = 'travel.got_in' | 'travel.arrived' | 'travel.not_met' | 'travel.help'
const button = (id: Label, part: HTMLElement = document.body) => within(part).getByRole('button', { name: text(id) })
const isGone = (id: Label) => waitFor(() => expect(screen.queryAllByRole('button', { name: text(id) })).toEqual([]))
const isBusy = (id: Label) => button(id).getAttribute('aria-busy') === 'true'
/** Presses as a person does, which moves the focus too. */
function press(pressed: HTMLElement) {
  pressed.focus()
  fireEvent.click(pressed)
}
/** The list with the rows of a card. */
const rowsOf = (card: number) => screen.getAllByText(text('travel.share_title'))[card]?.closest('ul')
const expectFocus = (find: () => Element | null | undefined) =>
  waitFor(() => expect(document.activeElement).toBe(find()))

describe('what is said', () => {
  test('the pressed row is busy until the list is new, and a second press says nothing', async () => {
    await open(trip())
    const checkIns = server.hold('travel.checkIn')
    press(button('travel.arrived'))
    expect([isBusy('travel.arrived'), isBusy('travel.got_in')]).toEqual([true, false])
    await waitFor(() => expect(checkIns).toHaveLength(1))
    const list = Promise.withResolvers<void>()
    const after = trip({ companions: [companion({ check_ins: [said('arrived')] })] })
    server.answers['travel.today'] = () => list.promise.then(() => ({ items: [after] }))
    const reads = server.sentTo('travel.today').length
    checkIns[0]?.respond(companion())
    await waitFor(() => expect(server.sentTo('travel.today').length).toBeGreaterThan(reads))
    expect(isBusy('travel.arrived')).toBe(true)
    press(button('travel.arrived'))
    list.resolve()
    await isGone('travel.arrived')
    expect(server.sentTo('travel.checkIn')).toHaveLength(1)
    await expectFocus(() => rowsOf(0))
  })

  test('the thumb’s button is busy for what it says, and the rows are not', async () => {
    await open(trip())
    const checkIns = server.hold('travel.checkIn')
    press(button('travel.got_in'))
    expect([isBusy('travel.got_in'), isBusy('travel.arrived')]).toEqual([true, false])
    await waitFor(() => expect(checkIns).toHaveLength(1))
    checkIns[0]?.respond(companion())
    await waitFor(() => expect(isBusy('travel.got_in')).toBe(false))
    // The list is as it was, and so is the focus.
    expect(document.activeElement).toBe(button('travel.got_in'))
  })
})

describe('the focus', () => {
  test('goes to the rows after the question whose row has gone', async () => {
    await open(trip())
    showsAfterCheckIn(trip({ companions: [companion({ check_ins: [said('not_met')] })] }))
    press(button('travel.not_met'))
    press(button('travel.not_met', await screen.findByRole('dialog', { name: text('travel.not_met_title') })))
    await isGone('travel.not_met')
    await expectFocus(() => rowsOf(0))
  })

  test('goes to the bar when everything was said', async () => {
    await open(trip({ companions: [companion({ met: true, check_ins: [said('got_in')] })] }))
    showsAfterCheckIn(trip({ companions: [companion({ met: true, check_ins: [said('got_in'), said('arrived')] })] }))
    press(button('travel.arrived'))
    await isGone('travel.arrived')
    await expectFocus(() => button('travel.help').parentElement)
  })

  test('stays with the trip when its bar goes to the next one', async () => {
    const before = companion({ met: true, check_ins: [said('got_in')] })
    await open(trip({ companions: [before] }), trip2())
    const over = { ...before, check_ins: [said('got_in'), said('arrived')] }
    showsAfterCheckIn(trip({ companions: [over] }), trip2())
    const bar = button('travel.help').parentElement
    if (bar) press(button('travel.arrived', bar))
    await expectFocus(() => rowsOf(0))
  })
})

test('help reads out the car of the trip under way, and stays open when the next one begins', async () => {
  await open(trip(), trip2())
  press(button('travel.help'))
  const dialog = await screen.findByRole('dialog', { name: text('travel.help_title') })
  expect(within(dialog).getByText(/^DN.55263$/)).toBeDefined()
  // The first trip is over by the clock, but has no check-in 'arrived'.
  const first = trip({ start: end('Oslo', hours(-3)), end: end('Hamar', hours(-1)) })
  shows(first, trip2({ start: end('Hamar', hours(-0.5)), end: end('Lillehammer', hours(1)) }))
  sendEvent({ event: 'changed', what: 'rides' })
  await waitFor(() => expect(screen.getAllByRole('button', { name: text('travel.help') })).toHaveLength(2))
  expect(within(dialog).getByText(/^DN.55263$/)).toBeDefined()
  press(within(dialog).getByRole('button', { name: text('core.close') }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: text('travel.help') })).toHaveLength(1))
  press(button('travel.help'))
  const next = await screen.findByRole('dialog', { name: text('travel.help_title') })
  expect(within(next).getByText(/^EK.12345$/)).toBeDefined()
})

describe('the code of the other', () => {
  const openForm = () => show(<CodeForm companion={companion()} name="Dagny" />)
  const field = () => screen.getByRole('textbox', { name: text('travel.other_code', { name: 'Dagny' }) })
  const type = (value: string) => fireEvent.change(field(), { target: { value } })
  /** Types digit by digit. */
  const typeAll = (code: string) => {
    for (let typed = 1; typed <= code.length; typed += 1) type(code.slice(0, typed))
  }
  const confirm = () => screen.queryByRole('button', { name: text('travel.confirm_code') })
  const wrong = refusal('validation', { fields: { code: 'wrong_code' } })
  const sent = () => server.sentTo('travel.met').map(({ body }) => body.code)
  const isIdle = () => waitFor(() => expect(confirm()?.hasAttribute('aria-busy')).toBe(false))

  test('is sent by itself once; what is corrected in it only by the button', async () => {
    server.answers['travel.met'] = () => wrong
    await openForm()
    typeAll('123')
    expect(confirm()).toBeNull()
    type('1234')
    expect(await screen.findByText(text('fields.wrong_code'))).toBeDefined()
    await isIdle()
    for (const typed of ['123', '1235', '123', '1236']) type(typed)
    // A code under way would have hidden it.
    expect(confirm()).not.toBeNull()
    press(confirm()!)
    await waitFor(() => expect(sent()).toEqual(['1234', '1236']))
    await isIdle()
    expect(sent()).toHaveLength(2)
  })

  test.each<[string, string[]]>([
    ['an emptied field', ['']],
    ['a digit that replaces all four', []],
  ])('is sent by itself again after %s', async (_, before) => {
    server.answers['travel.met'] = () => wrong
    await openForm()
    typeAll('1234')
    await waitFor(() => expect(sent()).toEqual(['1234']))
    await isIdle()
    for (const typed of before) type(typed)
    typeAll('5678')
    await waitFor(() => expect(sent()).toEqual(['1234', '5678']))
    await isIdle()
  })

  test('has no button while it is under way, but a pressed one stays', async () => {
    const held = server.hold('travel.met')
    await openForm()
    typeAll('1234')
    expect(confirm()).toBeNull()
    await waitFor(() => expect(held).toHaveLength(1))
    held[0]?.respond(wrong)
    await isIdle()
    press(confirm()!)
    expect(confirm()?.getAttribute('aria-busy')).toBe('true')
    await waitFor(() => expect(held).toHaveLength(2))
    held[1]?.respond(wrong)
    await isIdle()
    expect(document.activeElement).toBe(confirm())
  })

  test('without a network it is stored, and a correction replaces it', async () => {
    // Nothing waits for a new person.
    server.me = { ...kari, id: 'u-without-network' }
    server.answers['travel.met'] = noNetwork
    await openForm()
    typeAll('1234')
    expect(await screen.findByText(text('travel.queued'))).toBeDefined()
    expect(confirm()).toBeNull()
    for (const typed of ['123', '1235']) type(typed)
    await waitFor(async () => expect(await listWaiting()).toMatchObject([{ say: 'met', code: '1235' }]))
    expect(await screen.findByText(text('travel.queued'))).toBeDefined()
    expect(confirm()).toBeNull()
  })

  test('letters are refused here, and spend no try', async () => {
    await openForm()
    typeAll('12a4')
    expect(await screen.findByText(text('fields.wrong_code'))).toBeDefined()
    expect([sent(), confirm()]).toEqual([[], null])
  })
})
