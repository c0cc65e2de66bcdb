import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { MemoryRouter, useLocation } from '#lib/router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Me } from '@samtur/contract/accounts'
import type { LiveEvent } from '@samtur/contract/live'
import type { RideReservation } from '@samtur/contract/reservations'
import type { Ride } from '@samtur/contract/rides'
import { needCatalogues, setLanguage } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { refreshSession } from '#lib/session'
import { ToastProvider } from '#ui/toast'
import {
  contact,
  hours,
  ownReservation as reservation,
  ownRide,
  request,
  ride,
  rideDetail,
} from '../../../test/dataset.ts'
import { kari } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'
import { MyRidesPage } from './my-rides-page.tsx'
import { ReserveButton } from './public.tsx'
import { ReservationsPage } from './reservations-page.tsx'

const heard = vi.hoisted(() => ({ listeners: new Set<(event: LiveEvent) => void>() }))
vi.mock('#lib/live', async () => {
  const { useEffect } = await import('react')
  return {
    useLiveState: () => 'joined',
    usePolling: () => false,
    useLive: (_channel: string, listener: (event: LiveEvent) => void) => {
      useEffect(() => {
        heard.listeners.add(listener)
        return () => void heard.listeners.delete(listener)
      })
    },
  }
})

// ---- The server, as far as these screens see it -----------------------------------------------------------------------

interface Sent {
  method: string
  path: string
  body: unknown
  key: string | null
}
type Answer = { status?: number; body?: unknown } | Promise<{ status?: number; body?: unknown }>

let sent: Sent[] = []
let answers: Record<string, () => Answer> = {}
let signedIn = true

const me: Me = { ...kari, profile: { ...kari.profile, phone: '+4791234567' } }
const page = (items: unknown[]) => ({ body: { items, next_cursor: null } })
const refusal = (status: number, code: string, extra: object = {}) => ({
  status,
  body: { code, request_id: 'r-1', ...extra },
})
const requestsTo = (route: string) => sent.filter(({ method, path }) => `${method} ${path}` === route)

async function respond(url: string, init: RequestInit = {}) {
  const path = url.split('?')[0] ?? ''
  const method = init.method ?? 'GET'
  const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
  sent.push({ method, path, body, key: new Headers(init.headers).get('idempotency-key') })
  const standard: Record<string, () => Answer> = {
    'GET /api/auth/get-session': () => ({ body: signedIn ? { session: {} } : null }),
    'GET /api/v1/me': () => ({ body: me }),
    'GET /api/v1/me/reservations': () => page([]),
    'GET /api/v1/me/rides': () => page([]),
  }
  const answer = answers[`${method} ${path}`] ?? standard[`${method} ${path}`]
  if (!answer) throw new TypeError(`nothing answers ${method} ${path}`)
  const { status = 200, body: answered } = await answer()
  return new Response(JSON.stringify(answered), { status, headers: { 'content-type': 'application/json' } })
}

// ---- What is on the screens -------------------------------------------------------------------------------------------

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

async function show(element: ReactElement, address = '/') {
  await refreshSession()
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <ToastProvider texts={{ region: 'Meldinger', dismiss: 'Lukk meldingen' }}>{element}</ToastProvider>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const press = (name: string | RegExp, within_: HTMLElement = document.body) =>
  fireEvent.click(within(within_).getByRole('button', { name }))

beforeAll(async () => {
  await needCatalogues(['core', 'errors', 'conflicts', 'fields', 'rides', 'reservations', 'ratings'])
  await setLanguage('no')
})

beforeEach(() => {
  sent = []
  answers = {}
  signedIn = true
  queryClient.clear()
  // A request that a test has left unsent would be offered to the next one.
  sessionStorage.clear()
  vi.stubGlobal('fetch', respond)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the reservation dialog', () => {
  const create = 'POST /api/v1/rides/r-1/reservations'

  async function open(given: Ride = ride()) {
    await show(<ReserveButton ride={given} />)
    press(text('rides.reserve'))
    // The dialog is a file of its own, which a busy machine takes its time to load.
    return screen.findByRole('dialog', { name: text('reservations.dialog_title') }, { timeout: 5_000 })
  }

  test('shows route, departure, driver, car, price and as many seats as there are', async () => {
    const dialog = await open()
    for (const shown of ['Oslo', 'Trondheim', 'Ingrid Solberg', 'Volvo V60'])
      expect(within(dialog).getByText(shown)).toBeDefined()
    expect(within(dialog).getAllByText('300 kr').length).toBeGreaterThan(0)
    expect(
      within(dialog)
        .getAllByRole('radio')
        .map(({ parentElement }) => parentElement?.textContent),
    ).toEqual([
      text('reservations.seats', { count: 1 }),
      text('reservations.seats', { count: 2 }),
      text('reservations.seats', { count: 3 }),
    ])
  })

  test('never offers more than four seats', async () => {
    const given = ride()
    const dialog = await open({ ...given, section: { ...given.section, available_seats: 7 } })
    expect(within(dialog).getAllByRole('radio')).toHaveLength(4)
  })

  test('the sum follows the number of seats', async () => {
    const dialog = await open()
    fireEvent.click(within(dialog).getByRole('radio', { name: text('reservations.seats', { count: 3 }) }))
    expect(dialog.querySelector('output')?.textContent).toBe('3 × 300\u00a0kr900\u00a0kr')
  })

  test('sends the trimmed message once, however often it is pressed, and closes', async () => {
    let answer: (value: { status: number; body: unknown }) => void = () => {}
    answers[create] = () => new Promise((resolve) => (answer = resolve))
    const dialog = await open()
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '  Kan du stoppe ved IKEA?  ' } })
    press(text('reservations.send'), dialog)
    press(text('reservations.send'), dialog)
    await waitFor(() => expect(requestsTo(create)).toHaveLength(1))
    await act(async () => answer({ status: 201, body: reservation() }))
    expect(await screen.findByText(text('reservations.sent_title'))).toBeDefined()
    expect(screen.getByText(text('reservations.sent_text'))).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(requestsTo(create).map(({ body }) => body)).toEqual([
      { seats_requested: 1, message: 'Kan du stoppe ved IKEA?', ride_version: 1 },
    ])
    expect(requestsTo(create)[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('sends the positions of a part of the ride', async () => {
    answers[create] = () => ({ status: 201, body: reservation() })
    const given = ride()
    const dialog = await open({
      ...given,
      section: { ...given.section, from_position: 1, to_position: 2, whole: false, price: 180 },
    })
    press(text('reservations.send'), dialog)
    await waitFor(() => expect(requestsTo(create)).toHaveLength(1))
    expect(requestsTo(create)[0]?.body).toEqual({
      seats_requested: 1,
      message: null,
      from_position: 1,
      to_position: 2,
      ride_version: 1,
    })
  })

  test('where one gets on and off can be chosen: price, time and seats are those of that part', async () => {
    const given = ride()
    const [start, end] = given.route as [Ride['route'][number], Ride['route'][number]]
    const stop = { ...start, position: 1, text: 'Hamar', passes_at: hours(26) }
    const route = [start, stop, { ...end, position: 2 }]
    const section = { ...given.section, to_position: 2 }
    const part = { ...section, from_position: 1, start_location: 'Hamar', whole: false, price: 180, available_seats: 1 }
    answers['GET /api/v1/rides/r-1'] = () => ({ body: rideDetail({ route, section: part }) })
    answers[create] = () => ({ status: 201, body: reservation() })
    const dialog = await open(ride({ route, section }))
    fireEvent.change(within(dialog).getByLabelText(text('reservations.get_on')), { target: { value: '1' } })
    await waitFor(() => expect(dialog.querySelector('output')?.textContent).toBe('180\u00a0kr'))
    expect(within(dialog).getAllByRole('radio')).toHaveLength(1)
    press(text('reservations.send'), dialog)
    await waitFor(() => expect(requestsTo(create)).toHaveLength(1))
    expect(requestsTo(create)[0]?.body).toMatchObject({ from_position: 1, to_position: 2 })
  })

  test('a part that cannot be looked up leaves what was shown', async () => {
    const given = ride()
    const [start, end] = given.route as [Ride['route'][number], Ride['route'][number]]
    const route = [start, { ...start, position: 1, text: 'Hamar' }, { ...end, position: 2 }]
    answers['GET /api/v1/rides/r-1'] = () => refusal(503, 'unavailable')
    const dialog = await open(ride({ route, section: { ...given.section, to_position: 2 } }))
    const off = within(dialog).getByLabelText<HTMLSelectElement>(text('reservations.get_off'))
    fireEvent.change(off, { target: { value: '1' } })
    expect(await screen.findByText(text('core.error_title'))).toBeDefined()
    expect([off.value, dialog.querySelector('output')?.textContent]).toEqual(['2', '300\u00a0kr'])
  })

  describe('for somebody without a phone number', () => {
    const patch = 'PATCH /api/v1/me/profile'
    beforeEach(() => {
      answers['GET /api/v1/me'] = () => ({ body: { ...me, profile: { ...me.profile, phone: null } } })
      answers[create] = () => ({ status: 201, body: reservation() })
      answers[patch] = () => ({ body: { ...me.profile, phone: '+4791234567' } })
    })

    test('asks for one, which can be left out', async () => {
      const dialog = await open()
      expect(within(dialog).getByLabelText(/Telefonnummer/)).toBeDefined()
      press(text('reservations.send'), dialog)
      await screen.findByText(text('reservations.sent_title'))
      expect(requestsTo(patch)).toEqual([])
    })

    test('stores it before the request is sent', async () => {
      const dialog = await open()
      fireEvent.change(within(dialog).getByLabelText(/Telefonnummer/), { target: { value: '912 34 567' } })
      press(text('reservations.send'), dialog)
      await screen.findByText(text('reservations.sent_title'))
      expect(sent.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body])).toMatchObject([
        ['PATCH', { phone: '+4791234567' }],
        ['POST', { seats_requested: 1 }],
      ])
    })

    test('says that a number is none, and sends nothing', async () => {
      answers[patch] = () => refusal(422, 'validation', { fields: { phone: 'invalid' } })
      const dialog = await open()
      const field = within(dialog).getByLabelText(/Telefonnummer/)
      fireEvent.change(field, { target: { value: '12' } })
      press(text('reservations.send'), dialog)
      await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
      expect(document.activeElement).toBe(field)
      expect(requestsTo(create)).toEqual([])
    })
  })

  test('who has a number is not asked for one', async () => {
    answers['GET /api/v1/me'] = () => ({ body: { ...me, profile: { ...me.profile, phone: '+4791234567' } } })
    expect(within(await open()).queryByLabelText(/Telefonnummer/)).toBeNull()
  })

  test('another trip at that time is told, and reserved all the same only when asked for', async () => {
    const other = { from: 'Bergen', to: 'Voss', departure_time: hours(25) }
    answers[create] = () => refusal(409, 'overlapping_ride', { params: other })
    const dialog = await open()
    press(text('reservations.send'), dialog)
    expect(await within(dialog).findByText(text('reservations.overlap_title'))).toBeDefined()
    expect(within(dialog).getByText(text('reservations.section', { from: 'Bergen', to: 'Voss' }))).toBeDefined()
    expect(requestsTo(create)[0]?.body).not.toHaveProperty('accept_overlap')
    answers[create] = () => ({ status: 201, body: reservation() })
    press(text('reservations.send_all_the_same'), dialog)
    expect(await screen.findByText(text('reservations.sent_title'))).toBeDefined()
    expect(requestsTo(create)[1]?.body).toHaveProperty('accept_overlap', true)
    expect(requestsTo(create)[1]?.key).not.toBe(requestsTo(create)[0]?.key)
  })

  test('a ride that was changed meanwhile is shown as it is now before anything is sent again', async () => {
    const given = ride()
    const changed = { ...rideDetail(), version: 2, section: { ...given.section, end_location: 'Støren', price: 200 } }
    answers[create] = () => refusal(409, 'ride_changed')
    answers['GET /api/v1/rides/r-1'] = () => ({ body: changed })
    const dialog = await open(given)
    press(text('reservations.send'), dialog)
    expect(await within(dialog).findByText(text('reservations.changed_title'))).toBeDefined()
    const [end, price] = within(dialog).getAllByText(/^(Trondheim|300.kr)$/, { selector: 's > bdi' })
    expect(end?.closest('dd')?.textContent).toBe('Før:TrondheimNå:Støren')
    expect(price?.closest('dd')?.textContent).toMatch(/^Før:300.krNå:200.kr$/)
    answers[create] = () => ({ status: 201, body: reservation() })
    press(text('reservations.send'), dialog)
    expect(await screen.findByText(text('reservations.sent_title'))).toBeDefined()
    expect(requestsTo(create).map(({ body }) => (body as { ride_version: number }).ride_version)).toEqual([1, 2])
  })

  test('an error says why and keeps what was typed; the same content is sent under the same key', async () => {
    answers[create] = () => refusal(409, 'already_reserved')
    const dialog = await open()
    const message = within(dialog).getByRole<HTMLTextAreaElement>('textbox')
    fireEvent.change(message, { target: { value: 'Hei' } })
    press(text('reservations.send'), dialog)
    await screen.findByText(text('reservations.send_failed'))
    expect(within(dialog).getByText(text('conflicts.already_reserved'))).toBeDefined()
    expect(message.value).toBe('Hei')
    expect(screen.getByRole('dialog')).toBeDefined()

    press(text('reservations.send'), dialog)
    await waitFor(() => expect(requestsTo(create)).toHaveLength(2))
    const [first, second] = requestsTo(create)
    expect(second?.key).toBe(first?.key)
    // A changed content is another request.
    fireEvent.change(message, { target: { value: 'Hei igjen' } })
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: text('reservations.send') }).ariaBusy).toBeNull(),
    )
    press(text('reservations.send'), dialog)
    await waitFor(() => expect(requestsTo(create)).toHaveLength(3))
    expect(requestsTo(create)[2]?.key).not.toBe(first?.key)
  })

  test('when too few seats are left, it says how many and offers those', async () => {
    answers[create] = () => refusal(409, 'not_enough_seats', { params: { available: 1 } })
    const dialog = await open()
    fireEvent.click(within(dialog).getByRole('radio', { name: text('reservations.seats', { count: 3 }) }))
    press(text('reservations.send'), dialog)
    expect(await within(dialog).findByText(text('conflicts.not_enough_seats_left', { count: 1 }))).toBeDefined()
    const radios = within(dialog).getAllByRole<HTMLInputElement>('radio')
    expect(radios.map(({ value, checked }) => [value, checked])).toEqual([['1', true]])
  })

  test('a message that is too long is not sent', async () => {
    const dialog = await open()
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'a'.repeat(501) } })
    press(text('reservations.send'), dialog)
    await waitFor(() => expect(within(dialog).getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
    expect(requestsTo(create)).toHaveLength(0)
  })

  test('each opening starts empty', async () => {
    const dialog = await open()
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Hei' } })
    press(text('core.cancel'), dialog)
    press(text('rides.reserve'))
    const again = await screen.findByRole('dialog', { name: text('reservations.dialog_title') })
    expect(within(again).getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
  })

  test('a reload keeps the message and the number of seats that were chosen', async () => {
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

  test('in a list the button gives way to the status at once', async () => {
    answers[create] = () => ({ status: 201, body: reservation() })
    await show(<ReserveButton ride={ride()} inList />)
    await waitFor(() => expect(requestsTo('GET /api/v1/me/reservations')).toHaveLength(1))
    const button = screen.getByRole('button', { name: text('rides.reserve') })
    button.focus()
    fireEvent.click(button)
    const dialog = await screen.findByRole('dialog', { name: text('reservations.dialog_title') })
    answers['GET /api/v1/me/reservations'] = () => new Promise(() => {})
    press(text('reservations.send'), dialog)
    const link = await screen.findByRole('link', { name: /^Venter/ })
    expect(link.getAttribute('href')).toBe('/my-rides?tab=reservations')
    expect(screen.queryByRole('button', { name: text('rides.reserve') })).toBeNull()
    expect(document.activeElement).toBe(link)
  })

  test('who is not logged in is told so, and shown the way', async () => {
    signedIn = false
    await show(<ReserveButton ride={ride()} />, '/search?from=Oslo')
    press(text('rides.reserve'))
    expect(await screen.findByText(text('reservations.login_to_reserve'))).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    press(text('reservations.log_in'))
    expect(screen.getByLabelText('address').textContent).toBe('/auth?next=%2Frides%2Fr-1%3Freserve%3D1')
  })
})

describe('/my-rides', () => {
  const list = 'GET /api/v1/me/rides'
  const reservations = 'GET /api/v1/me/reservations'

  test('counts on both tabs; the tab is in the address', async () => {
    answers[reservations] = () => page([reservation(), reservation({ id: 'res-2' })])
    answers[list] = () => page([ownRide([])])
    await show(<MyRidesPage />, '/my-rides')
    const tab = await screen.findByRole('tab', { name: text('reservations.my_rides_count', { count: 1 }) })
    expect(
      await screen.findByRole('tab', {
        name: text('reservations.my_reservations_count', { count: 2 }),
        selected: true,
      }),
    ).toBeDefined()
    fireEvent.click(tab)
    expect(screen.getByLabelText('address').textContent).toBe('/my-rides?tab=rides')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(
      text('reservations.my_rides_count', { count: 1 }),
    )
  })

  test.each([
    ['pending', 'Venter'],
    ['accepted', 'Godtatt'],
    ['rejected', 'Avvist'],
    ['cancelled', 'Avsluttet'],
  ] as const)('a %s reservation says so', async (status, word) => {
    answers[reservations] = () => page([reservation({ status })])
    await show(<MyRidesPage />, '/my-rides')
    expect(await screen.findByText(word)).toBeDefined()
  })

  test('contact stands there only when the server gives it; chat and rating only when accepted', async () => {
    answers[reservations] = () => page([reservation()])
    const { unmount } = await show(<MyRidesPage />, '/my-rides')
    await screen.findByText('Ingrid Solberg')
    expect(screen.queryByText(text('reservations.contact_title'))).toBeNull()
    expect(screen.queryByRole('link', { name: /Chat/ })).toBeNull()
    expect(screen.queryByRole('button', { name: text('ratings.rate_ride') })).toBeNull()
    unmount()

    answers[reservations] = () => page([reservation({ status: 'accepted', contact })])
    await show(<MyRidesPage />, '/my-rides')
    expect(await screen.findByText(text('reservations.contact_title'))).toBeDefined()
    expect(screen.getByRole('link', { name: /912/ }).getAttribute('href')).toBe('tel:+4791234567')
    for (const shown of ['AB 12345', 'Blå', 'Volvo', 'V60']) expect(screen.getByText(shown)).toBeDefined()
    expect(screen.getByRole('link', { name: /Chat/ }).getAttribute('href')).toBe('/chat?user=u-driver&ride=r-1')
  })

  test('rides that need an answer come first, the past last', async () => {
    answers[list] = () =>
      page([
        ownRide([], { id: 'far', end_location: 'Bergen' }, 200),
        ownRide([request()], { id: 'asked', end_location: 'Hamar' }, 100),
        ownRide([], { id: 'old', end_location: 'Gjøvik' }, -100),
      ])
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    await screen.findByText('Ola Nordmann', { selector: 'bdi' })
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings).toEqual([
      text('reservations.needs_answer'),
      text('reservations.upcoming_rides'),
      text('reservations.past_rides'),
    ])
    const rides = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(rides).toEqual([
      text('reservations.section', { from: 'Oslo', to: 'Hamar' }),
      text('reservations.section', { from: 'Oslo', to: 'Bergen' }),
      text('reservations.section', { from: 'Oslo', to: 'Gjøvik' }),
    ])
    expect(screen.getByRole('tab', { name: 'Mine Turer (3)1 venter på svar' })).toBeDefined()
  })

  test('answers for open requests only; chat, phone and removal for accepted ones only', async () => {
    const accepted = request({ id: 'req-2', status: 'accepted', name: 'Kari Berg' })
    accepted.passenger.phone = '+4598765432'
    answers[list] = () =>
      page([
        ownRide([request(), accepted, request({ id: 'req-3', status: 'rejected', name: 'Per Vik' })]),
        ownRide([request({ id: 'req-4', name: 'Sen Sen' })], { id: 'gone' }, -1),
      ])
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    const row = async (name: string) => (await screen.findByText(name, { selector: 'bdi' })).closest('li')!
    expect(
      within(await row('Ola Nordmann'))
        .getAllByRole('button')
        .map((it) => it.textContent),
    ).toEqual(['Godta Ola Nordmann', 'Avvis Ola Nordmann'])
    const [remove, ...others] = within(await row('Kari Berg')).getAllByRole('button')
    expect([remove?.textContent, others]).toEqual(['Fjern fra turen Kari Berg', []])
    expect(
      within(await row('Kari Berg'))
        .getByRole('link', { name: /Chat/ })
        .getAttribute('href'),
    ).toBe('/chat?user=u-ola&ride=r-1')
    expect(
      within(await row('Kari Berg'))
        .getByRole('link', { name: /98/ })
        .getAttribute('href'),
    ).toBe('tel:+4598765432')
    expect(within(await row('Per Vik')).queryAllByRole('button')).toEqual([])
    // The ride has left: nothing can be answered any more.
    expect(within(await row('Sen Sen')).queryAllByRole('button')).toEqual([])
  })

  test('tells which part of the ride somebody wants', async () => {
    const section = { ...ride().section, whole: false, start_location: 'Hamar', end_location: 'Dombås' }
    answers[list] = () => page([ownRide([request({ section, seats_requested: 2, message: 'Har med ski' })])])
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    const row = (await screen.findByText('Ola Nordmann', { selector: 'bdi' })).closest('li')!
    expect(within(row).getByText('Hamar').closest('p')?.textContent).toBe(
      text('reservations.section', { from: 'Hamar', to: 'Dombås' }),
    )
    expect(within(row).getByText(text('reservations.seats', { count: 2 }))).toBeDefined()
    expect(within(row).getByText('Har med ski')).toBeDefined()
  })

  test('accepting: one request, the list is loaded anew, a toast says godtatt', async () => {
    let status: RideReservation['status'] = 'pending'
    answers[list] = () => page([ownRide([request({ status })])])
    answers['POST /api/v1/reservations/req-1/accept'] = () => {
      status = 'accepted'
      return { body: request({ status }) }
    }
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    const button = await screen.findByRole('button', { name: 'Godta Ola Nordmann' })
    button.focus()
    fireEvent.click(button)
    fireEvent.click(button)
    expect((await screen.findByText(/godtatt/)).textContent).toBe(text('reservations.accepted_toast'))
    expect(requestsTo('POST /api/v1/reservations/req-1/accept')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Godta Ola Nordmann' })).toBeNull()
    expect(screen.getByText(text('reservations.status_accepted'))).toBeDefined()
  })

  describe('the accepted button is gone, and the focus is with the passenger', () => {
    const focused = () => document.activeElement?.closest('li')?.textContent
    let respond: () => void
    let status: RideReservation['status']

    beforeEach(async () => {
      status = 'pending'
      answers[list] = () => page([ownRide([request({ status })])])
      answers['POST /api/v1/reservations/req-1/accept'] = () =>
        new Promise((resolve) => (respond = () => resolve({ body: request({ status: 'accepted' }) })))
      await show(<MyRidesPage />, '/my-rides?tab=rides')
      const button = await screen.findByRole('button', { name: 'Godta Ola Nordmann' })
      button.focus()
      fireEvent.click(button)
      await waitFor(() => expect(requestsTo('POST /api/v1/reservations/req-1/accept')).toHaveLength(1))
      status = 'accepted'
    })

    test('when the response comes first', async () => {
      respond()
      await screen.findByText(text('reservations.accepted_toast'))
      await waitFor(() => expect(focused()).toContain('Ola Nordmann'))
    })

    test('when the live event comes first', async () => {
      act(() => heard.listeners.forEach((listen) => listen({ event: 'changed', what: 'reservations' })))
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Godta Ola Nordmann' })).toBeNull())
      await waitFor(() => expect(focused()).toContain('Ola Nordmann'))
      respond()
      await screen.findByText(text('reservations.accepted_toast'))
      expect(focused()).toContain('Ola Nordmann')
    })
  })

  test('rejecting is asked for first, by name', async () => {
    const reject = 'POST /api/v1/reservations/req-1/reject'
    let status: RideReservation['status'] = 'pending'
    answers[list] = () => page([ownRide([request({ status })])])
    answers[reject] = () => {
      status = 'rejected'
      return { body: request({ status }) }
    }
    const asking = { name: text('reservations.reject_title', { name: 'Ola Nordmann' }) }
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    fireEvent.click(await screen.findByRole('button', { name: 'Avvis Ola Nordmann' }))
    press(text('core.cancel'), await screen.findByRole('dialog', asking))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(requestsTo(reject)).toHaveLength(0)
    press('Avvis Ola Nordmann')
    press(text('reservations.reject'), await screen.findByRole('dialog', asking))
    expect(await screen.findByText(text('reservations.status_rejected'))).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(requestsTo(reject)).toHaveLength(1)
  })

  test('an accepted passenger is taken off the ride only with a reason', async () => {
    const remove = 'POST /api/v1/reservations/req-1/remove'
    let now: Partial<RideReservation> = { status: 'accepted' }
    answers[list] = () => page([ownRide([request(now)])])
    answers[remove] = () => {
      now = { status: 'cancelled', ended_by: 'removed', end_reason: 'Bilen er full' }
      return { body: request(now) }
    }
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    fireEvent.click(await screen.findByRole('button', { name: 'Fjern fra turen Ola Nordmann' }))
    const dialog = await screen.findByRole('dialog', {
      name: text('reservations.remove_title', { name: 'Ola Nordmann' }),
    })
    const field = within(dialog).getByRole('textbox', { name: /Hvorfor/ })
    press(text('reservations.remove'), dialog)
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect([document.activeElement, requestsTo(remove)]).toEqual([field, []])
    fireEvent.change(field, { target: { value: ' Bilen er full ' } })
    press(text('reservations.remove'), dialog)
    expect(await screen.findByText(text('reservations.ended_by_your_removal'))).toBeDefined()
    expect(screen.getByText('Bilen er full')).toBeDefined()
    expect(requestsTo(remove).map(({ body }) => body)).toEqual([{ reason: 'Bilen er full' }])
  })

  test('a driver who cannot drive: the passenger reads it, finds another ride, and has no chat button', async () => {
    answers[reservations] = () => page([reservation({ status: 'accepted', driver_unavailable: true })])
    await show(<MyRidesPage />, '/my-rides')
    expect(await screen.findByText(text('reservations.unavailable_title'))).toBeDefined()
    expect(screen.getByRole('link', { name: text('reservations.find_another') })).toBeDefined()
    expect(screen.queryByRole('link', { name: /Chat/ })).toBeNull()
  })

  test('seats that others have taken: the passenger reads how many, the driver has only ‘Avvis’, until they are free again', async () => {
    const section = (available_seats: number) => ({ ...ride().section, available_seats })
    answers[reservations] = () => page([reservation({ ride: ride({ section: section(1) }) })])
    const { unmount } = await show(<MyRidesPage />, '/my-rides?tab=reservations')
    expect(await screen.findByText(text('reservations.seats_gone', { count: 2 }))).toBeDefined()
    expect(screen.getByRole('link', { name: text('reservations.find_another') })).toBeDefined()
    unmount()
    answers[list] = () => page([ownRide([request({ seats_requested: 1, section: section(0) })])])
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    expect(await screen.findByText(text('reservations.seats_gone_driver', { count: 1 }))).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Godta Ola Nordmann' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Avvis Ola Nordmann' })).toBeDefined()
    answers[list] = () => page([ownRide([request({ seats_requested: 1, section: section(1) })])])
    act(() => heard.listeners.forEach((tell) => tell({ event: 'changed', what: 'reservations' })))
    expect(await screen.findByRole('button', { name: 'Godta Ola Nordmann' })).toBeDefined()
  })

  test('a passenger who was taken off reads why and finds other rides on the same part and day', async () => {
    answers[reservations] = () =>
      page([reservation({ status: 'cancelled', ended_by: 'removed', end_reason: 'Bilen er full' })])
    await show(<MyRidesPage />, '/my-rides')
    expect(await screen.findByText(text('reservations.ended_by_removal'))).toBeDefined()
    expect(screen.getByText('Bilen er full')).toBeDefined()
    const link = screen.getByRole('link', { name: text('reservations.find_another') }).getAttribute('href') ?? ''
    expect(link).toMatch(/^\/search\?from=Oslo&to=Trondheim&date=\d{4}-\d\d-\d\d$/)
  })

  test('without a tab in the address it opens where something waits, and stays there', async () => {
    answers[reservations] = () => page([reservation()])
    answers[list] = () => page([ownRide([request()])])
    await show(<MyRidesPage />, '/my-rides')
    expect(await screen.findByRole('tab', { name: /^Mine Turer \(1\)/, selected: true })).toBeDefined()
    answers[list] = () => page([ownRide([])])
    act(() => heard.listeners.forEach((tell) => tell({ event: 'changed', what: 'reservations' })))
    await screen.findByText(text('reservations.no_requests'))
    expect(
      screen.getByRole('tab', { name: text('reservations.my_rides_count', { count: 1 }), selected: true }),
    ).toBeDefined()
    fireEvent.click(screen.getByRole('tab', { name: text('reservations.my_reservations_count', { count: 1 }) }))
    expect(screen.getByLabelText('address').textContent).toBe('/my-rides?tab=reservations')
  })

  test('a refusal says why, and the list is loaded anew', async () => {
    answers[list] = () => page([ownRide([request()])])
    answers['POST /api/v1/reservations/req-1/accept'] = () => refusal(409, 'not_enough_seats')
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    fireEvent.click(await screen.findByRole('button', { name: 'Godta Ola Nordmann' }))
    const toast = await screen.findByText(text('reservations.update_failed'))
    expect(toast.nextElementSibling?.textContent).toBe(text('conflicts.not_enough_seats'))
    expect(requestsTo(list)).toHaveLength(2)
  })

  test.each([
    ['refused', refusal(500, 'internal')],
    ['of a wrong shape', page([{ ...ownRide([]), reservations: undefined }])],
  ])('lists that cannot be loaded, %s: a toast, and a way to try again in their place', async (_how, wrong) => {
    answers[list] = () => wrong
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    await waitFor(() => expect(screen.getAllByText(text('reservations.load_rides_failed'))).toHaveLength(2))
    answers[list] = () => page([ownRide([request()])])
    press(text('core.retry'))
    expect(await screen.findByText('Ola Nordmann', { selector: 'bdi' })).toBeDefined()
    expect(screen.queryByRole('button', { name: text('core.retry') })).toBeNull()
  })

  test('more of a long list comes when asked, and reading goes on there', async () => {
    const gone = request({ status: 'accepted', seats_requested: 3 })
    const old = (day: number) => ownRide([gone], { id: `old-${day}` }, -24 * (day + 2))
    let part = 0
    answers[list] = () => ({ body: { items: [old(part), old(part + 1)], next_cursor: (part += 2) < 4 ? 'on' : null } })
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    expect(await screen.findAllByText(/3 passasjerer$/)).toHaveLength(2)
    expect(screen.getByRole('tab', { name: text('reservations.my_rides_count', { count: '2+' }) })).toBeDefined()
    expect(document.querySelectorAll('details[open]')).toHaveLength(0)
    press(text('reservations.show_more'))
    await waitFor(() => expect(document.querySelectorAll('summary')).toHaveLength(4))
    await waitFor(() => expect(document.activeElement).toBe(document.querySelectorAll('summary')[2]))
    expect(screen.queryByRole('button', { name: text('reservations.show_more') })).toBeNull()
    expect(screen.getByRole('tab', { name: text('reservations.my_rides_count', { count: 4 }) })).toBeDefined()
  })

  test.each([
    ['driver', 'rejected', 'Avvist', 'Sjåføren avviste forespørselen.'],
    ['passenger', 'cancelled', 'Trukket tilbake', 'Du trakk deg.'],
    ['ride_cancelled', 'cancelled', 'Avlyst', 'Sjåføren har avlyst turen.'],
    ['expired', 'cancelled', 'Ikke besvart', 'Sjåføren svarte ikke før avreise.'],
    ['route_changed', 'cancelled', 'Ruten endret', /^Sjåføren endret ruten/],
  ] as const)('a reservation ended by %s says how, and why', async (ended_by, status, word, sentence) => {
    answers[reservations] = () => page([reservation({ status, ended_by, end_reason: 'Bilen er på verksted' })])
    await show(<MyRidesPage />, '/my-rides')
    expect(await screen.findByText(word)).toBeDefined()
    expect(screen.getByText(sentence)).toBeDefined()
    expect(screen.getByText('Bilen er på verksted')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Trekk|Avbestill/ })).toBeNull()
  })

  test('nobody is told of a block', async () => {
    answers[reservations] = () => page([reservation({ status: 'cancelled', ended_by: 'block', end_reason: 'x' })])
    await show(<MyRidesPage />, '/my-rides')
    expect(await screen.findByText(text('reservations.status_cancelled'))).toBeDefined()
    expect(screen.queryByText('x')).toBeNull()
  })

  test.each([
    ['pending', 'Trekk forespørsel', 'Trekke forespørselen?', 'Forespørselen er trukket'],
    ['accepted', 'Avbestill', 'Avbestille turen?', 'Turen er avbestilt'],
  ] as const)('a %s reservation is given up after a question, with a reason', async (status, button, title, done) => {
    const cancel = 'POST /api/v1/reservations/res-1/cancel'
    let item = reservation({ status })
    answers[reservations] = () => page([item])
    answers[cancel] = () => {
      item = reservation({ status: 'cancelled', ended_by: 'passenger' })
      return { body: item }
    }
    await show(<MyRidesPage />, '/my-rides')
    fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${button}`) }))
    const dialog = await screen.findByRole('dialog', { name: title })
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '  Er blitt syk ' } })
    press(button, dialog)
    expect(await screen.findByText(done)).toBeDefined()
    expect(requestsTo(cancel).map(({ body }) => body)).toEqual([{ reason: 'Er blitt syk' }])
    expect(await screen.findByText(text('reservations.status_withdrawn'))).toBeDefined()
    await waitFor(() => expect(document.activeElement?.closest('article')).not.toBeNull())
  })

  test('a changed trip shows what it was and is, and is confirmed as it was shown', async () => {
    const confirm = 'POST /api/v1/reservations/res-1/confirm'
    const moved = (version: number) => {
      const given = ride({ version })
      const change = { ...given.section, start_location: 'Oslo S' }
      return reservation({ status: 'accepted', contact, change, ride: given })
    }
    let item = moved(2)
    answers[reservations] = () => page([item])
    answers[confirm] = () => {
      item = moved(3)
      return refusal(409, 'ride_changed')
    }
    await show(<MyRidesPage />, '/my-rides')
    const block = (await screen.findByText(text('reservations.changed_title'))).parentElement!
    expect(within(block).getByText('Oslo S').closest('dd')?.textContent).toBe('Før:Oslo SNå:Oslo')
    press(/^Bekreft/, block)
    expect(await screen.findByText(/^Turen er endret igjen/)).toBeDefined()
    answers[confirm] = () => {
      item = reservation({ status: 'accepted', contact })
      return { body: item }
    }
    press(/^Bekreft/)
    expect(await screen.findByText(text('reservations.confirmed_toast'))).toBeDefined()
    expect(requestsTo(confirm).map(({ body }) => body)).toEqual([{ ride_version: 2 }, { ride_version: 3 }])
    expect(screen.queryByRole('button', { name: /^Bekreft/ })).toBeNull()
  })

  test('an accepted trip can be put into the calendar; one that nobody has accepted not', async () => {
    answers[reservations] = () => page([reservation({ status: 'accepted' }), reservation({ id: 'res-2' })])
    await show(<MyRidesPage />, '/my-rides')
    const links = await screen.findAllByRole('link', { name: text('reservations.add_to_calendar') })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/api/v1/reservations/res-1/calendar.ics'])
  })

  test('the driver sees who has not confirmed and who has waited long, and may say why not', async () => {
    const reject = 'POST /api/v1/reservations/req-1/reject'
    answers[list] = () =>
      page([
        ownRide([
          request({ created_at: hours(-30) }),
          request({ id: 'req-2', status: 'accepted', name: 'Kari Berg', awaits_confirmation: true }),
          request({ id: 'req-3', status: 'cancelled', name: 'Per Vik', ended_by: 'passenger', end_reason: 'Syk' }),
        ]),
      ])
    answers[reject] = () => ({ body: request({ status: 'rejected' }) })
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    const row = async (name: string) => (await screen.findByText(name, { selector: 'bdi' })).closest('li')!
    expect(within(await row('Ola Nordmann')).getByText(text('reservations.waited_long'))).toBeDefined()
    expect(within(await row('Kari Berg')).getByText(text('reservations.awaits_confirmation'))).toBeDefined()
    expect(within(await row('Per Vik')).getByText(text('reservations.ended_by_passenger'))).toBeDefined()
    expect(within(await row('Per Vik')).getByText('Syk')).toBeDefined()
    press('Avvis Ola Nordmann')
    const dialog = await screen.findByRole('dialog', {
      name: text('reservations.reject_title', { name: 'Ola Nordmann' }),
    })
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Fullt av ski' } })
    press(text('reservations.reject'), dialog)
    await waitFor(() => expect(requestsTo(reject).map(({ body }) => body)).toEqual([{ reason: 'Fullt av ski' }]))
  })

  test('empty lists say what to do next', async () => {
    await show(<MyRidesPage />, '/my-rides')
    expect(await screen.findByText(text('reservations.empty_title'))).toBeDefined()
    fireEvent.click(screen.getByRole('tab', { name: text('reservations.my_rides_count', { count: 0 }) }))
    const links = screen.getAllByRole('link', { name: text('reservations.publish_ride') })
    expect(links.map((link) => link.getAttribute('href'))).toContain('/publish-ride')
  })

  test('what the inbox tells is loaded anew', async () => {
    await show(<MyRidesPage />, '/my-rides')
    await screen.findByText(text('reservations.empty_title'))
    answers[reservations] = () => page([reservation({ status: 'accepted' })])
    act(() => heard.listeners.forEach((tell) => tell({ event: 'changed', what: 'reservations' })))
    expect(await screen.findByText(text('reservations.status_accepted'))).toBeDefined()
  })

  test('who is logged out is asked to log in and comes back', async () => {
    signedIn = false
    await show(<MyRidesPage />, '/my-rides')
    expect(screen.getByRole('heading', { name: text('reservations.login_title') })).toBeDefined()
    expect(screen.getByRole('link', { name: text('reservations.log_in') }).getAttribute('href')).toBe(
      '/auth?next=%2Fmy-rides',
    )
    expect(sent.some(({ path }) => path.startsWith('/api/v1/me/'))).toBe(false)
  })
})

describe('/reservations', () => {
  const reservations = 'GET /api/v1/me/reservations'

  test('status, seats, day, own message and the ride, in the order of the server', async () => {
    answers[reservations] = () =>
      page([
        reservation({ message: 'Har med ski', created_at: '2026-11-19T10:00:00+01:00' }),
        reservation({ id: 'res-2', status: 'rejected', seats_requested: 1, ride: ride({ id: 'r-2' }, 5) }),
      ])
    await show(<ReservationsPage />, '/reservations')
    const [first, second] = await screen.findAllByText(/^[12] plass/)
    expect(first?.textContent).toBe(text('reservations.seats', { count: 2 }))
    expect(second?.textContent).toBe(text('reservations.seats', { count: 1 }))
    expect(screen.getByText('Har med ski')).toBeDefined()
    expect(screen.getByText(/^Sendt tors?\. 19\. nov\./)).toBeDefined()
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })

  test('accepted ones show how to reach the driver', async () => {
    answers[reservations] = () => page([reservation({ status: 'accepted', contact })])
    await show(<ReservationsPage />, '/reservations')
    expect(await screen.findByText(text('reservations.contact_title'))).toBeDefined()
  })

  test('empty: the way to the rides', async () => {
    await show(<ReservationsPage />, '/reservations')
    expect(await screen.findByText(text('reservations.empty_title'))).toBeDefined()
    expect(screen.getByRole('link', { name: text('reservations.find_rides') }).getAttribute('href')).toBe('/search')
  })
})
