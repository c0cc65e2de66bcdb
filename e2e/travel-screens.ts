/** Screens of the day of travel, and of somebody who follows a trip. */
import { expect } from '@playwright/test'
import type { Followed, TodayTrip } from '@samtur/contract/travel'
import { answer, type Screen, screen } from './screen.ts'
import { hours } from './texts.ts'
import { refusal } from './watch.ts'

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const inHours = (count: number) => new Date(Date.now() + hours(count)).toISOString()
const point = {
  id: id(1),
  name: 'Mo i Rana lufthavn, Røssvoll, ankomsthallen',
  kind: 'airport',
  lat: 66.36,
  lon: 14.3,
  step_free: true,
  shelter: true,
  toilet: true,
  parking_hours: 24,
} as const

const start = { text: 'Mo i Rana', at: inHours(1), lat: 66.31, lon: 14.14, point }
const end = { text: 'Harstad', at: inHours(7), lat: 68.8, lon: 16.54, point: null }
const car = { make: 'Volkswagen', model: 'ID. Buzz Pro lang', color: 'Mørk oransje metallic', plate: 'EK12345' }
const companion = (name: string, at: number): TodayTrip['companions'][number] => ({
  reservation_id: id(at),
  person: { id: id(at), full_name: name, profile_picture: null, rating: 9.2, rating_count: 14, phone: '+4791234567' },
  seats: 2,
  price: 480,
  currency: 'NOK',
  start,
  end,
  code: '0472',
  met: at === 3,
  check_ins: at === 3 ? [{ kind: 'met', at: inHours(-0.1), own: false }] : [],
})

const trip = (driving: boolean): TodayTrip => ({
  ride_id: id(8),
  reservation_id: driving ? null : id(2),
  start,
  end,
  car,
  companions: driving
    ? [companion('Aleksandra-Wilhelmine Wiśniewska-Kowalczyk', 2), companion('Kari Nordmann', 3)]
    : [companion('Aleksandra-Wilhelmine Wiśniewska-Kowalczyk', 2)],
  follow_links: [
    {
      id: id(4),
      url: `https://samtur.example/follow/${'k'.repeat(43)}`,
      created_at: inHours(-1),
      ends_at: inHours(10),
      email: 'mor.som.gjerne.vil.vite@eksempel.example',
      position_at: null,
    },
  ],
  check_ins: [],
  shown_from: inHours(-11),
  shown_until: inHours(10),
})

const shown: Followed = {
  sharer: 'Kari',
  driver: 'Aleksandra-Wilhelmine',
  driving: false,
  cancelled: false,
  start: { text: start.text, at: start.at, point: point.name },
  end: { text: end.text, at: end.at, point: null },
  car: { make: car.make, color: car.color, plate: car.plate },
  check_ins: [{ kind: 'got_in', at: inHours(-0.2) }],
  position: { lat: 66.3, lon: 14.1, at: inHours(-0.1) },
  ends_at: inHours(10),
}

const today = (driving: boolean): Screen['open'] =>
  async function open(person) {
    await answer(person, '/me/trips/today', { items: [trip(driving)] })
    await person.open('/today')
    await expect(person.page.getByRole('button', { name: person.t('travel.help'), exact: true })).toBeVisible()
  }

export const travelScreens: Screen[] = [
  screen('the day of travel as a passenger', 'passenger', today(false), { height: 3000 }),
  screen('the day of travel as a driver', 'driver', today(true), { height: 3000 }),
  screen(
    'help on the day of travel',
    'passenger',
    async (person, dataset) => {
      await today(false)(person, dataset)
      await person.page.getByRole('button', { name: person.t('travel.help'), exact: true }).click()
      await expect(person.page.getByRole('link', { name: person.t('travel.call_112') })).toBeVisible()
    },
    { height: 3000 },
  ),
  screen('no trip today', 'newcomer', async (person) => {
    await person.open('/today')
    await expect(person.page.getByText(person.t('travel.none_title'))).toBeVisible()
  }),
  screen('a followed trip', 'visitor', async (person) => {
    // The server knows no such link, so that the page begins without its content.
    person.watch.allow(refusal(404))
    await answer(person, '/api/v1/follow', shown)
    await person.open(`/follow/${'k'.repeat(43)}`)
    await expect(person.page.getByText(person.t('travel.followed_plan'), { exact: true })).toBeVisible()
  }),
  screen('a follow link that shows nothing', 'visitor', async (person) => {
    person.watch.allow(refusal(404))
    await person.open(`/follow/${'x'.repeat(43)}`)
    await expect(person.page.getByText(person.t('travel.followed_none_title'))).toBeVisible()
  }),
]
