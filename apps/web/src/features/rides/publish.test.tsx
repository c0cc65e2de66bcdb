import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, useLocation } from '#lib/router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Me } from '@samtur/contract/accounts'
import type { OwnRide } from '@samtur/contract/reservations'
import { needCatalogues, setLanguage } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { ToastProvider } from '#ui/toast'
import { ownRide } from '../../../test/dataset.ts'
import { kari } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'
import { PublishScreen } from './publish-screen.tsx'

type Answer = { status?: number; body?: unknown }
interface Sent {
  body: Record<string, unknown>
  key: string | null
}

let sent: Sent[] = []
let patched: unknown[] = []
let publish: () => Answer | Promise<Answer>
let lastRide: OwnRide | null = null

async function respond(address: string, init: RequestInit = {}) {
  const path = address.split('?')[0]
  if (init.method === 'POST' && path === '/api/v1/rides') {
    const body = JSON.parse(init.body as string) as Record<string, unknown>
    sent.push({ body, key: new Headers(init.headers).get('idempotency-key') })
    const { status = 201, body: answer = {} } = await publish()
    return Response.json(answer, { status })
  }
  if (path === '/api/v1/me/profile') {
    patched.push(JSON.parse(init.body as string))
    return Response.json({ ...me('u-1').profile, phone: '+4791234567' })
  }
  if (path === '/api/v1/places') return Response.json({ items: [] })
  if (path === '/api/v1/me/rides') return Response.json({ items: lastRide ? [lastRide] : [], next_cursor: null })
  return Response.json(null)
}

const refusal = (status: number, code: string, fields?: object) => () => ({
  status,
  body: { code, fields, request_id: 'r' },
})

const me = (id: string, is_driver = false): Me => ({ ...kari, id, profile: { ...kari.profile, id, is_driver } })

function Address() {
  return <output aria-label="address">{useLocation().pathname}</output>
}

function show(who = me('u-1')) {
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/publish-ride']}>
        <ToastProvider texts={{ region: 'Meldinger', dismiss: 'Lukk meldingen' }}>
          <PublishScreen me={who} />
        </ToastProvider>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

function fill(label: string, value: string) {
  fireEvent.change(field(label), { target: { value } })
  fireEvent.blur(field(label))
}

const good = {
  Fra: 'Oslo',
  Til: 'Trondheim',
  Dato: '27.11.2099',
  Avreise: '7',
  Ankomst: '14.00',
  'Pris per person': '300',
  Bilmerke: 'Volvo',
  Modell: 'V60',
  Farge: 'blå',
  Bilskilt: 'ek 12345',
}

function fillIn(change: Partial<Record<keyof typeof good, string>> = {}) {
  for (const [label, value] of Object.entries({ ...good, ...change })) fill(label, value)
}

/** The page's button; the phone's bar has its own. */
const submit = async () => {
  await act(async () => fireEvent.submit(document.querySelector('form')!))
}
const described = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

beforeAll(async () => {
  await needCatalogues(['core', 'errors', 'conflicts', 'fields', 'places', 'publish', 'rides'])
  await setLanguage('no')
})

beforeEach(() => {
  sent = []
  patched = []
  publish = () => ({})
  lastRide = null
  sessionStorage.clear()
  queryClient.clear()
  vi.stubGlobal('fetch', respond)
})

afterEach(() => vi.unstubAllGlobals())

describe('publishing', () => {
  test('sends Oslo’s time with offset, says so and goes to my rides', async () => {
    show()
    fillIn()
    fireEvent.click(field(text('publish.pets')))
    fireEvent.change(field(text('publish.luggage')), { target: { value: 'large' } })
    await submit()
    await screen.findByText(text('publish.success_text'))
    expect(screen.getByText(text('publish.success_title'))).toBeDefined()
    await waitFor(() => expect(screen.getByLabelText('address').textContent).toBe('/my-rides'))
    expect(sent[0]?.body).toMatchObject({
      start_location: { text: 'Oslo', place_id: null },
      departure_time: '2099-11-27T07:00:00+01:00',
      arrival_time: '2099-11-27T14:00:00+01:00',
      price: 300,
      total_seats: 4,
      pets_allowed: true,
      luggage: 'large',
      license_plate: 'EK12345',
    })
    expect(sessionStorage.getItem('publish-draft')).toBeNull()
  })

  test('says that it is under way, and a second press sends nothing more', async () => {
    let answer = (_: Answer) => {}
    publish = () => new Promise((resolve) => (answer = resolve))
    show()
    fillIn()
    await submit()
    expect(screen.getAllByText(text('publish.publishing')).length).toBeGreaterThan(0)
    await submit()
    await act(async () => answer({}))
    await screen.findByText(text('publish.success_title'))
    expect(sent).toHaveLength(1)
  })

  test('a failed attempt keeps what was typed, and the next one carries the same key', async () => {
    publish = refusal(503, 'unavailable')
    show()
    fillIn()
    await submit()
    await screen.findByText(text('publish.failed'))
    expect(field(text('rides.from')).value).toBe('Oslo')
    publish = () => ({})
    await submit()
    await screen.findByText(text('publish.success_title'))
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent[1]?.key).toBe(sent[0]?.key)
  })

  test('another trip at the same time is warned of; who can manage both publishes all the same', async () => {
    const other = { from: 'Moss', to: 'Larvik', departure_time: '2099-11-27T07:00:00Z' }
    publish = () => ({ status: 409, body: { code: 'overlapping_ride', params: other, request_id: 'r' } })
    show()
    fillIn()
    await submit()
    const dialog = await screen.findByRole('dialog', { name: text('publish.overlap_title') })
    expect(dialog.textContent).toContain(text('publish.overlap_trip', { from: 'Moss', to: 'Larvik' }))
    publish = () => ({})
    fireEvent.click(within(dialog).getByRole('button', { name: text('publish.overlap_publish') }))
    await screen.findByText(text('publish.success_title'))
    expect(sent.map(({ body }) => (body as { warn_overlap?: boolean }).warn_overlap)).toEqual([true, undefined])
  })

  test('a lost answer does not publish twice unknowingly', async () => {
    publish = refusal(422, 'idempotency_key_reused')
    show()
    fillIn()
    await submit()
    await screen.findByText(/publisert allerede ved forrige forsøk/)
    expect(screen.getByRole('button', { name: text('rides.to_my_rides') })).toBeDefined()
    publish = () => ({})
    await submit()
    await screen.findByText(text('publish.success_title'))
    expect(sent[1]?.key).not.toBe(sent[0]?.key)
  })
})

describe('a phone number', () => {
  const without = (is_driver = false) => {
    const who = me('u-1', is_driver)
    return { ...who, profile: { ...who.profile, phone: null } }
  }

  test('is asked for at the first publishing, and stored before the ride is', async () => {
    show(without())
    fillIn()
    fireEvent.change(screen.getByLabelText(/Telefonnummer/), { target: { value: '91234567' } })
    await submit()
    await screen.findByText(text('publish.success_text'))
    expect(patched).toEqual([{ phone: '+4791234567' }])
    expect(sent).toHaveLength(1)
  })

  test('can be left out, and is not asked for again', async () => {
    show(without())
    fillIn()
    await submit()
    await screen.findByText(text('publish.success_text'))
    expect([patched, sent.length]).toEqual([[], 1])
    cleanup()
    show(without(true))
    expect(screen.queryByLabelText(/Telefonnummer/)).toBeNull()
  })
})

describe('what is wrong', () => {
  test('with nothing typed every required field says so, and the first has the focus', async () => {
    show()
    await submit()
    expect(screen.getByText(text('publish.times_required'))).toBeDefined()
    for (const label of Object.keys(good)) expect(field(label).getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field(text('rides.from'))))
    expect(sent).toHaveLength(0)
  })

  test('on a phone the first press of next leads to the first wrong field', async () => {
    show()
    fireEvent.click(screen.getByRole('button', { name: text('publish.next') }))
    await waitFor(() => expect(document.activeElement).toBe(field(text('rides.from'))))
    expect(field(text('rides.to')).getAttribute('aria-invalid')).toBe('true')
    expect(field(text('publish.car_make')).getAttribute('aria-invalid')).toBeNull()
  })

  test('nothing is wrong before somebody tries', () => {
    show()
    fireEvent.blur(field(text('rides.from')))
    expect(field(text('rides.from')).getAttribute('aria-invalid')).toBeNull()
  })

  test.each<[keyof typeof good, string, RegExp]>([
    ['Fra', 'x'.repeat(121), /for lang/],
    ['Til', 'Oslo', /samme sted/],
    ['Avreise', '', /Skriv når du drar/],
    ['Ankomst', '7:00', /etter avreisen/],
    ['Pris per person', '1e3', /helt tall/],
    ['Pris per person', '12,50', /helt tall/],
    ['Pris per person', '10001', /0 til 10\s?000|0 til 10000/],
    ['Bilmerke', 'x'.repeat(41), /for lang/],
    ['Modell', '', /Skriv modellen/],
    ['Farge', '\u200b', /tegn|Skriv fargen/],
    ['Bilskilt', 'A', /2 til 8/],
  ])('%s: %s', async (label, value, message) => {
    show()
    fillIn({ [label]: value })
    await submit()
    expect(sent).toHaveLength(0)
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
    expect(described(field(label))).toMatch(message)
    await waitFor(() => expect(document.activeElement).toBe(field(label)))
  })

  test('the hour that is left out in spring is explained', async () => {
    show()
    fillIn({ Dato: '28.3.2027', Avreise: '02:30' })
    await submit()
    expect(screen.getByText(/finnes ikke den natten, fordi klokken stilles frem/)).toBeDefined()
    expect(field(text('publish.departure')).getAttribute('aria-invalid')).toBe('true')
  })

  test('a mended field is no longer wrong', async () => {
    show()
    fillIn({ 'Pris per person': '12,50' })
    await submit()
    fill(text('publish.price'), '12')
    await waitFor(() => expect(field(text('publish.price')).getAttribute('aria-invalid')).toBeNull())
  })

  test('what the server finds stands at its field', async () => {
    publish = refusal(422, 'validation', { departure_time: 'in_past' })
    show()
    fillIn()
    await submit()
    await waitFor(() => expect(document.activeElement).toBe(field(text('publish.departure'))))
    expect(described(field(text('publish.departure')))).toMatch(/ikke har vært/)
    expect(screen.queryByText(/Kunne ikke publisere/)).toBeNull()
  })
})

describe('the times', () => {
  test('an arrival on the next day is said', async () => {
    show()
    fillIn({ Avreise: '23:00', Ankomst: '02:00' })
    expect(screen.getByText(text('publish.takes', { duration: '3,0 t' }), { exact: false })).toBeDefined()
    expect(screen.getByText(text('publish.next_day', { date: '28. nov.' }))).toBeDefined()
  })

  test('the hour that comes twice is the first, and that is said', async () => {
    show()
    fillIn({ Dato: '31.10.2027', Avreise: '02:30', Ankomst: '06:00' })
    expect(screen.getByText(/02:30 kommer to ganger/)).toBeDefined()
    await submit()
    await screen.findByText(text('publish.success_title'))
    expect(sent[0]?.body['departure_time']).toBe('2027-10-31T02:30:00+02:00')
  })
})

describe('stops', () => {
  const names = () => screen.queryAllByLabelText(/^Stopp \d+$/).map((input) => (input as HTMLInputElement).value)

  const add = (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: text('publish.add_stop') }))
    fill(`Stopp ${names().length}`, name)
  }

  test('are added by the button and by Enter, moved and removed', async () => {
    show()
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
    expect(sent[0]?.body['stops']).toEqual([
      { text: 'Oppdal', place_id: null },
      { text: 'Otta', place_id: null },
    ])
  })

  test('a row left empty is not sent', async () => {
    show()
    add('Hamar')
    fireEvent.keyDown(field(text('publish.stop', { number: 1 })), { key: 'Enter' })
    expect(names()).toEqual(['Hamar', ''])
    fillIn()
    await submit()
    await screen.findByText(text('publish.success_title'))
    expect(sent[0]?.body['stops']).toEqual([{ text: 'Hamar', place_id: null }])
  })

  test('are at most ten', () => {
    show()
    for (let count = 1; count <= 10; count++) add(`Sted ${count}`)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: text('publish.add_stop') }).disabled).toBe(true)
    expect(screen.getByText(text('publish.stops_full', { count: 10 }))).toBeDefined()
  })
})

describe('the draft', () => {
  test('survives a reload, with its stops', async () => {
    const { unmount } = show()
    fillIn()
    fireEvent.click(screen.getByRole('button', { name: text('publish.add_stop') }))
    fill(text('publish.stop', { number: 1 }), 'Hamar')
    unmount()
    show()
    expect(field(text('rides.from')).value).toBe('Oslo')
    expect(field(text('publish.stop', { number: 1 })).value).toBe('Hamar')
    expect(field(text('publish.departure')).value).toBe('07:00')
    await submit()
    await screen.findByText(text('publish.success_title'))
  })

  test('is not shown to somebody else', () => {
    const { unmount } = show()
    fillIn()
    unmount()
    show(me('u-2'))
    expect(field(text('rides.from')).value).toBe('')
  })
})

describe('the car', () => {
  test('is that of the last ride', async () => {
    const contact = { phone: null, license_plate: 'AB12345', car_color: 'rød' }
    lastRide = ownRide([], { car_make: 'Tesla', car_model: 'Y', contact })
    show(me('u-1', true))
    await waitFor(() => expect(field(text('publish.license_plate')).value).toBe('AB12345'))
    expect(field(text('publish.car_make')).value).toBe('Tesla')
    expect(screen.getByText(/Hentet fra den forrige turen/)).toBeDefined()
  })

  test('does not overwrite what was typed', async () => {
    const contact = { phone: null, license_plate: 'AB12345', car_color: 'rød' }
    lastRide = ownRide([], { car_make: 'Tesla', car_model: 'Y', contact })
    show(me('u-1', true))
    fill(text('publish.car_make'), text('publish.car_make_example'))
    await act(async () => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(field(text('publish.car_make')).value).toBe(text('publish.car_make_example'))
    expect(field(text('publish.license_plate')).value).toBe('')
    fill(text('publish.license_plate'), 'AB12345')
    expect(screen.queryByText(/Hentet fra den forrige turen/)).toBeNull()
  })

  test('the plate is tidied when it is left', () => {
    show()
    fill(text('publish.license_plate'), 'ek 12-345')
    expect(field(text('publish.license_plate')).value).toBe('EK12345')
  })
})

test('the preview shows the ride while it is typed', () => {
  show()
  fillIn({ 'Pris per person': '250' })
  const preview = screen.getByRole('region', { name: text('publish.preview') })
  for (const shown of ['Oslo', 'Trondheim', text('rides.seats_left', { count: 4 }), 'Kari Nordmann']) {
    expect(within(preview).getByText(shown)).toBeDefined()
  }
  expect(preview.textContent).toContain('250')
  expect(preview.textContent).toContain('7,0 t')
  expect(screen.getByText(/4 × 250\skr = 1\s000\skr når bilen er full/)).toBeDefined()
})
