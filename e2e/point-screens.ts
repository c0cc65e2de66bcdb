/** Screens with meeting points: the driver's choice, the passenger's and the driver's view, and the administrator's list. */
import { expect } from '@playwright/test'
import type { OwnRide } from '@samtur/contract/reservations'
import type { Person } from './person.ts'
import { at, type Screen, screen } from './screen.ts'
import { rideBody } from './server.ts'
import { containing } from './texts.ts'
import { refusal } from './watch.ts'

/** Bromma airport in Stockholm, of the shipped list: it has coordinates. */
const airport = '5a370000-0000-4000-8000-000000000005'

const point = {
  id: '5a370000-0000-4000-8000-000000000012',
  name: 'Oslo S, ved hovedinngangen mot Jernbanetorget',
  kind: 'station',
  lat: 59.911,
  lon: 10.753,
  step_free: true,
  shelter: true,
  toilet: true,
  parking_hours: 0,
}
const other = { ...point, id: '5a370000-0000-4000-8000-000000000014', name: 'Helsfyr', kind: 'bus_stop', lon: 10.8 }

/** Replaces a response of the server by what the function makes of it. */
async function replaced(person: Person, address: string, change: (body: never) => unknown) {
  await person.page.route(address, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as never) })
  })
}

/** Gives the first stop a point. */
const pointed = <Given extends { route: object[] }>(ride: Given): Given => ({
  ...ride,
  route: ride.route.map((stop, index) => (index === 0 ? { ...stop, meeting_point: point } : stop)),
})

const asking = (ride: OwnRide) => ({
  ...pointed(ride),
  reservations: ride.reservations.map((request) =>
    request.status === 'pending'
      ? {
          ...request,
          meeting_points: { start: point, end: null },
          proposed_points: { start: other, end: null },
        }
      : request,
  ),
})

async function openRefusedImport(person: Person) {
  const { page, t } = person
  person.watch.allow(refusal(422))
  await person.open('/admin/meeting-points')
  await page.getByRole('button', { name: t('admin_points.import') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('id,name\n,Oslo S')
  await dialog.getByRole('button', { name: t('admin_points.import') }).click()
  await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
}

export const pointScreens: Screen[] = [
  screen('publish with a meeting point', 'newcomer', async (person) => {
    const { page, t, publish } = person
    await publish.open()
    await publish.choosePlace(publish.place('rides.from'), 'Oslo')
    const select = page.getByRole('combobox', { name: `${t('points.point')} Oslo` })
    await select.selectOption({ index: 1 })
    await expect(page.getByRole('link', { name: containing(t('points.open_map')) })).toBeVisible()
  }),
  screen(
    'publish where the meeting points do not load',
    'newcomer',
    async (person) => {
      const { page, t, publish } = person
      person.watch.allow(/ERR_FAILED/)
      await page.route('**/api/v1/meeting-points?**', (route) => route.abort())
      await publish.open()
      await publish.choosePlace(publish.place('rides.from'), 'Oslo')
      await expect(page.getByText(t('points.load_failed'))).toBeVisible()
    },
    { only: 'narrow' },
  ),
  screen('a ride with a meeting point', 'passenger', async (person) => {
    const { server } = person
    const start_location = { text: 'Stockholm', place_id: 2673730, meeting_point_id: airport }
    const ride = rideBody({ daysAhead: 60, start_location, stops: [], end_location: 'Oslo' })
    const { id } = await server.call<{ id: string }>(await server.member('Petter Punkt'), 'POST', '/rides', ride)
    await person.open(`/rides/${id}`)
    await expect(person.page.getByRole('img', { name: containing('Bromma flygplats') })).toBeVisible()
  }),
  screen('asking for another meeting point', 'newcomer', async (person, { openRide }) => {
    const { t, rides, reservations } = person
    await person.open(`/rides/${openRide}`)
    await rides.reserve().click()
    await reservations.dialog.getByRole('button', { name: t('points.ask_other') }).click()
    await expect(reservations.dialog.getByRole('combobox').first()).toBeVisible()
  }),
  screen('a request for another meeting point', 'driver', async (person) => {
    const { page, t } = person
    await replaced(person, '**/api/v1/me/rides*', ({ items, ...rest }: { items: OwnRide[] }) => ({
      ...rest,
      items: items.map(asking),
    }))
    await person.open('/my-rides?tab=rides')
    await expect(page.getByRole('button', { name: containing(t('points.keep')) }).first()).toBeVisible()
  }),
  at('meeting points of the administration', 'admin', '/admin/meeting-points', () => 'Oslo bussterminal'),
  screen('a new meeting point with errors', 'admin', async (person) => {
    const { page, t } = person
    await person.open('/admin/meeting-points')
    await page.getByRole('button', { name: t('admin_points.add') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: t('admin_points.lat') }).fill('nord')
    await dialog.getByRole('button', { name: t('admin_points.save') }).click()
    await expect(dialog.getByText(t('admin_points.position_invalid'))).toBeVisible()
  }),
  screen(
    'retiring a meeting point',
    'admin',
    async (person) => {
      const { page, t } = person
      await person.open('/admin/meeting-points')
      await page.getByRole('button', { name: t('admin_points.retire_one', { name: 'Oslo S' }) }).click()
      await expect(page.getByRole('dialog')).toContainText(t('admin_points.retire_text', { name: 'Oslo S' }))
    },
    { only: 'narrow' },
  ),
  screen('a refused import of meeting points', 'admin', openRefusedImport),
]
