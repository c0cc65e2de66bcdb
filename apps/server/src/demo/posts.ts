/** Plans the public wanted rides of people who have found none yet. */
import type { WantedBody } from '@samtur/contract/wanted'
import { dayOf } from '#platform/clock'
import type { Calendar } from './calendar.ts'
import { people, type Person } from './people.ts'
import type { PlannedPost } from './planned.ts'

const named = (name: string): Person => {
  const person = people.find((it) => it.name === name)
  if (!person) throw new Error(`no person is called ${name}`)
  return person
}

/** Returns the posts, the oldest first. Drivers on the way see them without the notes. */
export function planPosts(calendar: Calendar): PlannedPost[] {
  const dayIn = (days: number) => dayOf(calendar.at(days, '12:00'))
  const post = (name: string, [days, time]: [number, string], body: Omit<WantedBody, 'public'>): PlannedPost => ({
    person: named(name),
    at: calendar.at(-days, time),
    body: { ...body, public: true },
  })
  // The Friday on which Ingrid drives to Trondheim.
  const friday = calendar.next(5, 2)
  return [
    post('Zainab Osman', [9, '18:20'], {
      from: 'København',
      to: 'Odense',
      weekdays: [1, 2, 3, 4],
      time_from: '06:00',
      time_to: '08:30',
      until: dayIn(45),
      note: 'Er i praktik i Odense og skal være der klokken ni.',
    }),
    post('Thu Hà Nguyen', [7, '21:05'], {
      from: 'Bergen',
      to: 'Voss',
      radius_km: 10,
      weekdays: [5],
      time_from: '14:30',
      time_to: '18:00',
      until: dayIn(60),
      luggage: 'large',
      note: 'Helgetur til fjells, med ski om vinteren.',
    }),
    post('Gunnhild Øvrebø', [6, '10:40'], {
      from: 'Haugesund',
      to: 'Stavanger',
      date_from: dayIn(calendar.next(3, 5)),
      time_from: '08:00',
      time_to: '12:00',
      seats: 2,
      max_price: 200,
      note: 'Skal på sykehuset sammen med søsteren min.',
    }),
    post('Linnea Åkesson', [5, '16:15'], {
      from: 'Göteborg',
      to: 'Malmö',
      radius_km: 15,
      date_from: dayIn(calendar.next(4, 6)),
      seats: 2,
      luggage: 'cabin',
      note: 'Vi är två som ska på konsert på kvällen.',
    }),
    post('Mats Gundersen', [4, '19:30'], {
      from: 'Tromsø',
      to: 'Narvik',
      date_from: dayIn(calendar.next(6, 4)),
      date_to: dayIn(calendar.next(6, 4) + 2),
      luggage: 'large',
      note: 'Fleksibel på dagen. Deler gjerne på matpakken.',
    }),
    post('Karin Holmgren', [3, '12:50'], {
      from: 'Gävle',
      to: 'Stockholm',
      date_from: dayIn(calendar.next(2, 4)),
      time_from: '06:00',
      time_to: '09:00',
      note: 'Möte i centrala Stockholm på förmiddagen.',
    }),
    post('Vilde Strand', [2, '20:10'], {
      from: 'Lillehammer',
      to: 'Trondheim',
      date_from: dayIn(friday),
      note: 'Skal hjem til mamma i helga.',
    }),
    post('Ida Mørk', [2, '21:45'], {
      from: 'Aarhus',
      to: 'København',
      date_from: dayIn(calendar.next(7, 3)),
      time_from: '12:00',
      time_to: '20:00',
      note: 'Har en cykeltaske med og kan mødes ved banegården.',
    }),
    post('Silje Nygård', [1, '17:00'], {
      from: 'Oslo',
      to: 'Lillehammer',
      radius_km: 10,
      date_from: dayIn(friday),
      time_from: '14:00',
      time_to: '19:00',
      pets: true,
      note: 'Har med en rolig hund i bur.',
    }),
  ]
}
