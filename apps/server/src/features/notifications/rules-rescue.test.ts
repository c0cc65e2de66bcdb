/** What a mail and a push message say of other ways to travel. */
import type { Rescue } from '@samtur/contract/rescue'
import type { Translate } from '@samtur/i18n/translate'
import { expect, test } from 'vitest'
import { lostBy, rescueLinks, rescueSentence } from './rules-rescue.ts'

/** Shows ids and values in place of texts. */
const t = ((id: string, values?: object) => (values ? `${id} ${JSON.stringify(values)}` : id)) as Translate

const ride = (id: string, name: string, detour: unknown = null) =>
  ({
    id,
    driver: { full_name: name },
    section: { departure_time: '2027-05-01T06:30:00Z', from_position: 1, to_position: 2 },
    detour,
  }) as unknown as Rescue['rides'][number]
const rides = [ride('one', 'Ingrid Solberg'), ride('two', '  Ola', { place_id: 7, end: 'to' })]
const planner = { name: 'Entur', url: 'https://planner.example/x' }
const all: Rescue = { rides, planner, wanted: null }
const labels = (rescue: Rescue) =>
  rescueLinks(t, 'no', rescue, 'https://samtur.example')?.items.map(({ label }) => label.split(' ')[0])

test('a notification tells of a lost reservation, of a lost place in line, or of neither', () => {
  expect(lostBy({ reservation_id: 'r' })).toEqual({ reservation_id: 'r' })
  expect(lostBy({ waiting_id: 'w' })).toEqual({ waiting_id: 'w' })
  expect(lostBy({ name: 'Ola' })).toBeUndefined()
})

test('a mail lists the rides with their section and detour, the planner, and a search that is not kept yet', () => {
  const links = rescueLinks(t, 'no', all, 'https://samtur.example')
  expect(links?.title).toBe('mails.rescue_title')
  const [first, second, third, fourth] = links?.items ?? []
  expect(first?.label).toMatch(/^mails\.rescue_ride .*"name":"Ingrid".*08:30/)
  expect(first?.url).toMatch(/^https:\/\/samtur\.example\/rides\/one\?.*1.*2$/)
  expect(second?.url).toMatch(/&detour_place_id=7&detour_end=to$/)
  expect(third).toEqual({ label: 'mails.rescue_planner {"planner":"Entur"}', url: planner.url })
  expect(fourth).toEqual({ label: 'mails.rescue_wanted', url: 'https://samtur.example/notifications' })
})

test('what there is not is left out, and without a ride and a planner there is no list', () => {
  expect(labels({ ...all, wanted: { id: 'kept' } })).toEqual([
    'mails.rescue_ride',
    'mails.rescue_ride',
    'mails.rescue_planner',
  ])
  expect(labels({ ...all, planner: null })).toEqual(['mails.rescue_ride', 'mails.rescue_ride', 'mails.rescue_wanted'])
  expect(labels({ ...all, rides: [] })).toEqual(['mails.rescue_planner', 'mails.rescue_wanted'])
  expect(labels({ rides: [], planner: null, wanted: null })).toBeUndefined()
})

test('a push message names the first ride alone', () => {
  expect(rescueSentence(t, 'no', all)).toMatch(/^mails\.rescue_first .*"Ingrid"/)
  expect(rescueSentence(t, 'no', { ...all, rides: [] })).toBeUndefined()
})
