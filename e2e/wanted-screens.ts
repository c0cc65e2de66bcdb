/** Screens of wanted rides: of the person who looks for one, and of drivers. */
import { expect } from '@playwright/test'
import type { Ride } from '@samtur/contract/rides'
import type { PostOnWay, WantedPost } from '@samtur/contract/wanted'
import { answer, at, type Screen, screen } from './screen.ts'
import { dayInOslo } from './texts.ts'
import { refusal } from './watch.ts'

const nothing = `/search?from=Harstad&to=Narvik&date=${dayInOslo(40)}`

// Of the contract's type: a page shows an error for a response without one of its fields.
const post: WantedPost = {
  id: '00000000-0000-4000-8000-000000000001',
  user_id: '00000000-0000-4000-8000-000000000002',
  first_name: 'Aleksandra-Wilhelmine',
  from: 'Mo i Rana lufthavn, Røssvoll',
  to: 'Harstad',
  from_place_id: 1,
  to_place_id: 2,
  date_from: dayInOslo(30),
  date_to: dayInOslo(34),
  weekdays: null,
  seats: 2,
}

export const wantedScreens: Screen[] = [
  screen('the offer to keep a search', 'visitor', async (person) => {
    const days = Array.from({ length: 30 }, (_, at) => ({
      date: dayInOslo(at - 30),
      rides: at % 4 === 0 ? at % 3 : 0,
    }))
    await answer(person, '/ride-wanted/preview', {
      matches: [],
      match_count: 0,
      recent: { rides: 11, days },
      planner: { name: 'Entur', url: 'https://entur.no/reiseresultater' },
    })
    await person.open(nothing)
    await expect(person.wanted.tellMe).toBeVisible()
  }),
  screen('the offer to keep a search for an unknown place', 'visitor', async (person) => {
    person.watch.allow(refusal(422))
    await person.open(`/search?from=Xyzzyvik&to=Narvik&date=${dayInOslo(40)}`)
    await expect(person.page.getByText(person.t('wanted.needs_place'))).toBeVisible()
  }),
  at('wanted rides', 'passenger', '/wanted', ({ t }) => t('wanted.mine')),
  at('no wanted rides', 'newcomer', '/wanted', ({ t }) => t('wanted.none_title')),
  screen('the form of a wanted ride with errors', 'newcomer', async (person) => {
    const { t, wanted } = person
    await person.open('/wanted?new=1')
    await wanted.dialog.getByRole('radio', { name: t('wanted.weekdays') }).check()
    await wanted.dialog.getByRole('button', { name: t('wanted.extras') }).click()
    await wanted.dialog.getByRole('button', { name: t('wanted.submit') }).click()
    await expect(wanted.dialog.getByText(t('wanted.weekdays_required'))).toBeVisible()
  }),
  screen('public wanted rides', 'driver', async (person) => {
    await answer(person, '/ride-wanted', { items: [post], next_cursor: null })
    await person.open('/wanted/posts')
    await expect(person.wanted.cards).toHaveCount(1)
  }),
  screen('wanted on the way of an own ride', 'driver', async (person, { openRide }) => {
    const section = {
      from_position: 0,
      to_position: 1,
      start_location: 'Oslo',
      end_location: 'Hamar',
      departure_time: new Date(Date.now() + 86_400_000).toISOString(),
      arrival_time: new Date(Date.now() + 90_000_000).toISOString(),
      price: 90,
      available_seats: 3,
      whole: false,
    }
    const items: PostOnWay[] = [
      { ...post, section, detour: null, offered: false },
      { ...post, id: openRide, section, detour: { place_id: 7, end: 'start', minutes: 6, price: 5 }, offered: true },
    ]
    await answer(person, `/ride-wanted/on-your-way?ride_id=${openRide}`, { items })
    await person.open(`/rides/${openRide}/wanted`)
    await expect(person.wanted.cards).toHaveCount(2)
  }),
  screen('other ways in place of a lost trip', 'passenger', async (person, { openRide }) => {
    const { page, server } = person
    const ride = (await (await page.request.get(`${server.url}/api/v1/rides/${openRide}`)).json()) as Ride
    const over = {
      place_in_line: null,
      offer_from: null,
      offer_until: null,
      instant: true,
      overlap: null,
      driver_unavailable: false,
    }
    const entry = {
      ride_id: openRide,
      seats_requested: 2,
      created_at: ride.created_at,
      state: 'ended',
      ...over,
      ride,
    }
    const long = { ...ride.section, start_location: post.from, end_location: post.to }
    const planner = { name: 'Entur', url: 'https://entur.no/reiseresultater' }
    const ways = { rides: [ride, { ...ride, id: post.id, section: long }], planner, wanted: null }
    await answer(person, '/me/waiting-list', {
      items: [
        { ...entry, id: post.id },
        { ...entry, id: post.user_id },
      ],
    })
    await answer(person, `/waiting-list/${post.id}/rescue`, ways)
    await answer(person, `/waiting-list/${post.user_id}/rescue`, { rides: [], planner, wanted: { id: post.id } })
    await person.open('/reservations')
    await person.wanted.cards.last().scrollIntoViewIfNeeded()
    await expect(person.wanted.toWanted).toBeVisible()
    await expect(person.wanted.instead()).toHaveCount(2)
    await expect(person.wanted.tellMeOfAnother.last()).toBeVisible()
  }),
]
