/** The day of travel: one screen for driver and passenger, codes without a network, follow links, and help in two presses. */
import type { OwnReservation } from '@samtur/contract/reservations'
import type { Ride } from '@samtur/contract/rides'
import { expect, test } from '../fixtures.ts'
import { patient } from '../patience.ts'
import type { Person } from '../person.ts'
import { rideBody, type Server } from '../server.ts'
import { hours, testedIn } from '../texts.ts'
import { refusal } from '../watch.ts'

const live = { timeout: patient(10_000) }

/** Makes a ride that departs in two hours, with one passenger on it. */
async function tripOfToday(server: Server) {
  const [driver, passenger] = await Promise.all([
    server.member('Dagny Dahl', { phone: '+4791234567' }),
    server.member('Kari Nordmann', { phone: '+4798765432' }),
  ])
  const departure = new Date(Math.ceil((server.clock.now().getTime() + hours(2)) / 60_000) * 60_000)
  const ride = await server.call<Ride>(
    driver,
    'POST',
    '/rides',
    rideBody({
      start_location: 'Bergen',
      end_location: 'Voss',
      stops: [],
      departure_time: departure.toISOString(),
      arrival_time: new Date(departure.getTime() + hours(1.5)).toISOString(),
      price: 100,
    }),
  )
  const { id } = await server.call<OwnReservation>(passenger, 'POST', `/rides/${ride.id}/reservations`, {
    seats_requested: 1,
  })
  await server.call(driver, 'POST', `/reservations/${id}/accept`)
  return { driver, passenger, ride, reservationId: id }
}

const ownCode = (person: Person) =>
  person.page.getByRole('group', { name: person.t('travel.own_code') }).getByText(/^\d{4}$/)
const otherCode = ({ page, t }: Person, name: string) =>
  page.getByRole('textbox', { name: t('travel.other_code', { name }) })
const press = ({ page, t }: Person, id: 'travel.got_in' | 'travel.arrived' | 'travel.make_link' | 'travel.help') =>
  page.getByRole('button', { name: t(id), exact: true }).click()

for (const language of testedIn('ar')) {
  test(`driver and passenger find each other, the codes agree, and help is two presses away (${language})`, async ({
    newPerson,
    ownServer: server,
  }) => {
    const { driver, passenger, ride } = await tripOfToday(server)
    const kari = await newPerson(language, { server, member: passenger, viewport: { width: 360, height: 740 } })
    await kari.open('/my-rides')
    await kari.page.getByRole('link', { name: kari.t('reservations.open_today') }).click()
    await expect(kari.heading).toHaveText(kari.t('travel.title'))
    await expect(kari.page.getByText(/EK\s?12345$/)).toBeVisible()
    await expect(kari.page.getByRole('link', { name: kari.t('travel.call', { name: 'Dagny' }) })).toHaveAttribute(
      'href',
      'tel:+4791234567',
    )
    const dagny = await newPerson(language, { server, member: driver })
    await dagny.open('/today')
    const [hers, driversOwn] = [await ownCode(kari).textContent(), await ownCode(dagny).textContent()]
    expect(hers).not.toBe(driversOwn)

    // The fourth digit sends the code: a wrong one is kept and selected, the right one marks the meeting for both.
    kari.watch.allow(refusal(422))
    await otherCode(kari, 'Dagny').fill(hers ?? '')
    await expect(kari.page.getByText(kari.t('fields.wrong_code'))).toBeVisible()
    await expect(otherCode(kari, 'Dagny')).toHaveValue(hers ?? '')
    await kari.page.keyboard.type(driversOwn ?? '')
    await expect(kari.page.getByText(kari.t('travel.met', { name: 'Dagny' }))).toBeVisible()
    await expect(dagny.page.getByText(dagny.t('travel.met', { name: 'Kari' }))).toBeVisible(live)

    await press(kari, 'travel.got_in')
    await expect(dagny.page.getByText(dagny.t('travel.did.got_in')).first()).toBeVisible(live)
    await expect(kari.page.getByRole('button', { name: kari.t('travel.got_in'), exact: true })).toHaveCount(0)

    await press(kari, 'travel.help')
    const dialog = kari.page.getByRole('dialog')
    await expect(dialog.getByRole('link', { name: kari.t('travel.call_112') })).toHaveAttribute('href', 'tel:112')
    for (const number of ['02800', '11414', '114'])
      await expect(dialog.locator(`a[href="tel:${number}"]`)).toBeVisible()
    await expect(dialog.getByText('Bergen').first()).toBeVisible()

    // A reminder of a trip that is not today leads to the ride.
    server.clock.advance(hours(24))
    await kari.open(`/today?ride=${ride.id}`)
    await expect(kari.page).toHaveURL(new RegExp(`/rides/${ride.id}$`))
  })

  test(`somebody without an account follows the trip until it is taken back (${language})`, async ({
    newPerson,
    server,
  }) => {
    const { passenger, reservationId } = await tripOfToday(server)
    const kari = await newPerson(language, { server, member: passenger })
    await kari.open('/today')
    await kari.page.getByText(kari.t('travel.share_title'), { exact: true }).click()
    await press(kari, 'travel.make_link')
    const link = kari.page.getByRole('link', { name: /\/follow\// })
    await expect(link).toBeVisible()
    const address = new URL((await link.getAttribute('href')) ?? '')

    const mother = await newPerson(language, { server, viewport: { width: 360, height: 740 } })
    await mother.open(address.pathname)
    await expect(mother.heading).toHaveText(mother.t('travel.followed_title', { name: 'Kari' }))
    await expect(mother.page.getByText(mother.t('travel.followed_nothing', { name: 'Kari' }))).toBeVisible()
    await expect(mother.page.getByText('Nordmann')).toHaveCount(0)
    const reader = await newPerson(language, { server, javaScriptEnabled: false })
    await reader.page.goto(address.href)
    await expect(reader.heading).toHaveText(reader.t('travel.followed_title', { name: 'Kari' }))
    await expect(reader.page.getByText(reader.t('travel.followed_nothing', { name: 'Kari' }))).toBeVisible()
    await expect(reader.page).toHaveTitle(await mother.page.title())
    const page = await fetch(address)
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')

    await server.call(passenger, 'POST', `/reservations/${reservationId}/check-ins`, { kind: 'got_in' })
    await mother.page.reload()
    await expect(mother.page.getByText(mother.t('travel.did.got_in'), { exact: false })).toBeVisible()

    // Her page asks again every half minute, also between the taking back and the reload.
    mother.watch.allow(refusal(404))
    await kari.page.getByRole('button', { name: kari.t('travel.take_back') }).click()
    await expect(kari.page.getByText(kari.t('travel.taken_back'))).toBeVisible()
    await mother.page.reload()
    await expect(mother.heading).toHaveText(mother.t('travel.followed_none_title'))
    reader.watch.allow(refusal(404))
    await reader.page.reload()
    await expect(reader.heading).toHaveText(mother.t('travel.followed_none_title'))
    await expect(mother.page).toHaveTitle(await reader.page.title())
  })
}

test('two browsers without a network exchange codes and agree later', async ({ newPerson, server }) => {
  const { driver, passenger } = await tripOfToday(server)
  const kari = await newPerson('no', { server, member: passenger })
  const dagny = await newPerson('no', { server, member: driver })
  for (const person of [kari, dagny]) await person.open('/today')
  const codes = [await ownCode(kari).textContent(), await ownCode(dagny).textContent()]
  for (const person of [kari, dagny]) {
    person.watch.allow(/ERR_INTERNET_DISCONNECTED|WebSocket/)
    await person.context.setOffline(true)
  }
  await otherCode(kari, 'Dagny').fill(codes[1] ?? '')
  await otherCode(dagny, 'Kari').fill(codes[0] ?? '')
  for (const person of [kari, dagny]) {
    await expect(person.page.getByText(person.t('travel.queued')).first()).toBeVisible()
  }
  for (const person of [kari, dagny]) await person.context.setOffline(false)
  await expect(kari.page.getByText(kari.t('travel.met', { name: 'Dagny' }))).toBeVisible({ timeout: patient(20_000) })
  await expect(dagny.page.getByText(dagny.t('travel.met', { name: 'Kari' }))).toBeVisible({ timeout: patient(20_000) })
})
