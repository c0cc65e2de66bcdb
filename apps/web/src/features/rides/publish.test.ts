import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { queryClient } from '#lib/query-client'
import { ownRide, postOnWay } from '../../../test/dataset.ts'
import { field, fill, fillIn, open, person, publishServer, published, submit } from '../../../test/publish.tsx'
import { page, refusal } from '../../../test/server.ts'
import { shownAddress } from '../../../test/show.tsx'
import { containing, startingWith, text } from '../../../test/text.ts'

const server = publishServer()

/** Sends the filled form. */
async function publish(me?: Parameters<typeof open>[0]) {
  await open(me)
  fillIn()
  await submit()
}

describe('publishing', () => {
  test('sends the times with Oslo’s offset, shows a toast and opens my rides', async () => {
    await open()
    fillIn()
    fireEvent.click(field(text('publish.pets')))
    fireEvent.change(field(text('publish.luggage')), { target: { value: 'large' } })
    const instant = screen.getByRole('radiogroup', { name: text('rides.instant') })
    const [nobody] = within(instant).getAllByRole<HTMLInputElement>('radio')
    expect(nobody?.checked).toBe(true)
    fireEvent.click(within(instant).getByRole('radio', { name: text('publish.instant_all') }))
    await submit()
    await screen.findByText(text('publish.success_text'))
    expect(screen.getByText(text('publish.success_title'))).toBeDefined()
    await waitFor(() => expect(shownAddress()).toBe('/my-rides?tab=rides'))
    expect(server.sentTo('rides.publish')[0]?.body).toMatchObject({
      start_location: { text: 'Oslo', place_id: null },
      departure_time: '2099-11-27T07:00:00+01:00',
      arrival_time: '2099-11-27T14:00:00+01:00',
      price: 300,
      total_seats: 4,
      pets_allowed: true,
      luggage: 'large',
      instant_booking: 'all',
      license_plate: 'EK12345',
    })
    expect(sessionStorage.getItem('publish-draft')).toBeNull()
  })

  test('says who looks for a ride on its way, and leads to them', async () => {
    server.answers['wanted.onYourWay'] = () => ({ items: [postOnWay(), postOnWay({ id: 'p-2' })] })
    await publish()
    await screen.findByText(text('posts.wanted_here', { count: 2 }))
    fireEvent.click(screen.getByRole('button', { name: text('posts.show') }))
    await waitFor(() => expect(shownAddress()).toBe(`/rides/${published.id}/wanted`))
  })

  test('begins with the trip that the address names, which a reload does not bring back', async () => {
    await open(undefined, '/publish-ride?from=Harstad&to=Narvik&date=2099-11-27')
    await waitFor(() => expect(shownAddress()).toBe('/publish-ride'))
    expect(field(text('rides.from')).value).toBe('Harstad')
    expect(field(text('rides.to')).value).toBe('Narvik')
    expect(field(text('rides.date')).value).toContain('2099')
    fill(text('rides.to'), 'Tromsø')
    cleanup()
    await open()
    expect(field(text('rides.from')).value).toBe('Harstad')
    expect(field(text('rides.to')).value).toBe('Tromsø')
  })

  test('shows that it is being sent, and a second press sends nothing', async () => {
    let answer = () => {}
    server.answers['rides.publish'] = () => new Promise((resolve) => (answer = () => resolve(published)))
    await publish()
    expect(screen.getAllByText(text('publish.publishing')).length).toBeGreaterThan(0)
    await submit()
    await act(async () => answer())
    await screen.findByText(text('publish.success_title'))
    expect(server.sentTo('rides.publish')).toHaveLength(1)
  })

  test('a failed attempt keeps the form, and the next one has the same key', async () => {
    server.answers['rides.publish'] = () => refusal('unavailable')
    await publish()
    await screen.findByText(text('publish.failed'))
    expect(field(text('rides.from')).value).toBe('Oslo')
    delete server.answers['rides.publish']
    await submit()
    await screen.findByText(text('publish.success_title'))
    expect(server.sentTo('rides.publish')[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    expect(server.sentTo('rides.publish')[1]?.key).toBe(server.sentTo('rides.publish')[0]?.key)
  })

  test('another trip at the same time shows a warning, and the driver may publish anyway', async () => {
    const other = { from: 'Moss', to: 'Larvik', departure_time: '2099-11-27T07:00:00Z' }
    server.answers['rides.publish'] = () => refusal('overlapping_ride', { params: other })
    await publish()
    const dialog = await screen.findByRole('dialog', { name: text('publish.overlap_title') })
    expect(dialog.textContent).toContain(text('publish.overlap_trip', { from: 'Moss', to: 'Larvik' }))
    delete server.answers['rides.publish']
    fireEvent.click(within(dialog).getByRole('button', { name: text('publish.overlap_publish') }))
    await screen.findByText(text('publish.success_title'))
    expect(server.sentTo('rides.publish').map(({ body }) => body.warn_overlap)).toEqual([true, undefined])
  })

  test('after a lost response the driver learns that the ride is published already', async () => {
    server.answers['rides.publish'] = () => refusal('idempotency_key_reused')
    await publish()
    await screen.findByText(startingWith(text('publish.already_published')))
    expect(screen.getByRole('button', { name: text('nav.my_rides') })).toBeDefined()
    delete server.answers['rides.publish']
    await submit()
    await screen.findByText(text('publish.success_title'))
    expect(server.sentTo('rides.publish')[1]?.key).not.toBe(server.sentTo('rides.publish')[0]?.key)
  })
})

describe('a phone number', () => {
  const without = (is_driver = false) => {
    const who = person('u-1', is_driver)
    return { ...who, profile: { ...who.profile, phone: null } }
  }

  test('has a field at the first publishing, and is stored before the ride', async () => {
    await open(without())
    fillIn()
    fireEvent.change(screen.getByLabelText(containing(text('publish.phone_label'))), { target: { value: '91234567' } })
    await submit()
    await screen.findByText(text('publish.success_text'))
    const writes = server.sent.flatMap(({ endpoint, body }) =>
      endpoint === 'profiles.update' || endpoint === 'rides.publish' ? [[endpoint, body]] : [],
    )
    expect(writes).toEqual([
      ['profiles.update', { phone: '+4791234567' }],
      ['rides.publish', expect.any(Object)],
    ])
  })

  test('is optional, and a driver sees no field for it', async () => {
    await publish(without())
    await screen.findByText(text('publish.success_text'))
    expect([server.sentTo('profiles.update'), server.sentTo('rides.publish').length]).toEqual([[], 1])
    cleanup()
    await open(without(true))
    expect(screen.queryByLabelText(containing(text('publish.phone_label')))).toBeNull()
  })
})

describe('the draft', () => {
  test('survives a reload, with its stops', async () => {
    const { unmount } = await open()
    fillIn()
    fireEvent.click(screen.getByRole('button', { name: text('publish.add_stop') }))
    fill(text('publish.stop', { number: 1 }), 'Hamar')
    unmount()
    await open()
    expect(field(text('rides.from')).value).toBe('Oslo')
    expect(field(text('publish.stop', { number: 1 })).value).toBe('Hamar')
    expect(field(text('publish.departure')).value).toBe('07:00')
    await submit()
    await screen.findByText(text('publish.success_title'))
  })

  test('is not shown to another person', async () => {
    const { unmount } = await open()
    fillIn()
    unmount()
    await open(person('u-2'))
    expect(field(text('rides.from')).value).toBe('')
  })
})

describe('the car', () => {
  test('is filled in from the last ride', async () => {
    const contact = { phone: null, license_plate: 'AB12345', car_color: 'rød' }
    server.answers['reservations.myRides'] = () => page([ownRide([], { car_make: 'Tesla', car_model: 'Y', contact })])
    await open(person('u-1', true))
    await waitFor(() => expect(field(text('publish.license_plate')).value).toBe('AB12345'))
    expect(field(text('publish.car_make')).value).toBe('Tesla')
    expect(screen.getByText(containing(text('publish.car_from_last')))).toBeDefined()
  })

  test('of the last ride does not overwrite typed fields', async () => {
    const contact = { phone: null, license_plate: 'AB12345', car_color: 'rød' }
    server.answers['reservations.myRides'] = () => page([ownRide([], { car_make: 'Tesla', car_model: 'Y', contact })])
    await open(person('u-1', true))
    fill(text('publish.car_make'), 'Volvo')
    await waitFor(() => expect(server.sentTo('reservations.myRides')).toHaveLength(1))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(field(text('publish.car_make')).value).toBe('Volvo')
    expect(field(text('publish.license_plate')).value).toBe('')
    fill(text('publish.license_plate'), 'AB12345')
    expect(screen.queryByText(containing(text('publish.car_from_last')))).toBeNull()
  })

  test('the plate is normalized when its field loses the focus', async () => {
    await open()
    fill(text('publish.license_plate'), 'ek 12-345')
    expect(field(text('publish.license_plate')).value).toBe('EK12345')
  })
})

test('the preview shows the ride while the driver types', async () => {
  await open()
  fillIn({ 'publish.price': '250' })
  const preview = screen.getByRole('region', { name: text('publish.preview') })
  for (const shown of ['Oslo', 'Trondheim', text('rides.seats_left', { count: 4 }), 'Kari Nordmann']) {
    expect(within(preview).getByText(shown)).toBeDefined()
  }
  expect(preview.textContent).toContain('250')
  expect(preview.textContent).toContain('7,0 t')
  expect(screen.getByText(/4 × 250\skr = 1\s000\skr når bilen er full/)).toBeDefined()
})
