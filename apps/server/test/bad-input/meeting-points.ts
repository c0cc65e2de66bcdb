/** Bad input: the administrators' meeting points, and those that drivers choose. */
import { randomUUID } from 'node:crypto'
import { rideBody } from '../app.ts'
import { uniqueWord } from '../random.ts'
import { type Case, type Dataset, ok, refused, rows, wrong } from './cases.ts'

const OSLO = 3143244

const add = (changes: object, { admin }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/admin/meeting-points',
  as: admin,
  body: { place_id: OSLO, name: `Sted ${uniqueWord()}`, kind: 'other', source: 'Prøve', ...changes },
})

const send = (csv: unknown, { admin }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/admin/meeting-points/file',
  as: admin,
  body: { csv },
})

const list = (query: string, _: Dataset) => ({ method: 'GET', path: `/api/v1/meeting-points${query}` })

const publish = (meeting_point_id: unknown, { t, driver }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/rides',
  as: driver,
  body: rideBody(t.clock, { start_location: { text: 'Oslo', meeting_point_id } }),
})

const dismiss = (changes: object, { admin }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/admin/meeting-points/suggestions/dismiss',
  as: admin,
  body: { place_id: OSLO, name: `Forslag ${uniqueWord()}`, ...changes },
})

const request = (start_point_id: unknown, { passenger, rideId }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/rides/${rideId}/reservations`,
  as: passenger,
  body: { seats_requested: 1, start_point_id },
})

export const meetingPointCases: Case[] = [
  ...rows(add, [
    ['MP1', 'no name', { name: ' ' }, wrong('name', 'required')],
    ['MP2', 'a name of 81', { name: 'x'.repeat(81) }, wrong('name', 'too_long')],
    ['MP3', 'a name of emoji', { name: '🚗🚗' }, wrong('name', 'invalid')],
    ['MP4', 'a name of digits', { name: '17' }, wrong('name', 'invalid')],
    ['MP5', 'a name in two lines', { name: 'Oslo\nS' }, wrong('name', 'invalid_characters')],
    ['MP6', 'a name that turns the direction', { name: 'Oslo\u202eS' }, wrong('name', 'invalid_characters')],
    ['MP7', 'markup', { name: '<b>Torget</b>' }, wrong('name', 'more_than_a_name')],
    ['MP8', 'another kind', { kind: 'pier' }, wrong('kind', 'invalid')],
    ['MP9', 'no kind', { kind: undefined }, wrong('kind', 'invalid')],
    ['MP10', 'more than 100 km away', { lat: 61, lon: 10.75 }, wrong('lat', 'too_far_away')],
    ['MP11', 'nowhere', { lat: 0, lon: 0 }, wrong('lat', 'out_of_range')],
    ['MP12', 'no longitude', { lat: 59.9 }, wrong('lon', 'required')],
    ['MP13', 'a latitude of 91', { lat: 91, lon: 10.75 }, wrong('lat', 'out_of_range')],
    ['MP14', 'a text for a latitude', { lat: '59.9', lon: 10.75 }, wrong('lat', 'invalid')],
    ['MP15', 'a place that does not exist', { place_id: 1 }, wrong('place_id', 'unknown_place')],
    ['MP16', 'half a place', { place_id: 1.5 }, wrong('place_id', 'not_a_whole_number')],
    ['MP17', 'maybe a roof', { shelter: 'maybe' }, wrong('shelter', 'invalid')],
    ['MP18', 'negative parking', { parking_hours: -1 }, wrong('parking_hours', 'out_of_range')],
    ['MP19', 'parking for 31 days', { parking_hours: 744 }, wrong('parking_hours', 'out_of_range')],
    ['MP20', 'no source', { source: '' }, wrong('source', 'required')],
    ['MP21', 'an id in the body', { id: randomUUID() }, wrong('id', 'unknown_field')],
    ['MP23', 'a name with a phone number', { name: 'Ring 912 34 567' }, wrong('name', 'more_than_a_name')],
    ['MP24', 'a name with a site', { name: 'Se x.example' }, wrong('name', 'more_than_a_name')],
    ['MP22', 'a name that the place has, in capitals', { name: 'OSLO S' }, wrong('name', 'name_taken')],
  ]),
  ...rows(send, [
    ['MC1', 'no file', undefined, wrong('csv', 'invalid')],
    ['MC2', 'an empty file', '', wrong('csv', 'required')],
    ['MC3', 'other columns', 'navn,type\nOslo S,station', wrong('csv', 'invalid')],
    ['MC4', 'a quote that does not end', '"id', wrong('csv', 'invalid')],
    ['MC5', 'a list', [], wrong('csv', 'invalid')],
    ['MC6', 'more than 64 kB', 'x'.repeat(70_000), refused(413, 'payload_too_large')],
  ]),
  ...rows(list, [
    ['ML1', 'no place', '', wrong('place_id', 'invalid')],
    ['ML2', 'a name for a place', '?place_id=oslo', wrong('place_id', 'invalid')],
    ['ML3', 'a place that does not exist', '?place_id=1', refused(404, 'not_found')],
    ['ML4', 'a place beyond all ids', '?place_id=99999999999', wrong('place_id', 'out_of_range')],
  ]),
  ...rows(publish, [
    ['MR1', 'an unknown point', randomUUID(), wrong('start_location', 'unknown_meeting_point')],
    ['MR2', 'a number', 12, wrong('start_location', 'invalid')],
    [
      'MR3',
      'a point of another place',
      '5a370000-0000-4000-8000-000000000001',
      wrong('start_location', 'unknown_meeting_point'),
    ],
    ['MR4', 'none', null, ok({ start_location: 'Oslo' })],
  ]),
  ...rows(dismiss, [
    ['MD1', 'no name', { name: '' }, wrong('name', 'required')],
    ['MD2', 'a name of 81', { name: 'x'.repeat(81) }, wrong('name', 'too_long')],
    ['MD3', 'a place that does not exist', { place_id: 1 }, wrong('place_id', 'unknown_place')],
    ['MD4', 'a kind', { kind: 'other' }, wrong('kind', 'unknown_field')],
  ]),
  ...rows(request, [
    ['MQ1', 'an unknown point', randomUUID(), wrong('start_point_id', 'unknown_meeting_point')],
    ['MQ2', 'a name for a point', 'Oslo S', wrong('start_point_id', 'invalid')],
    [
      'MQ3',
      'a point of another place',
      '5a370000-0000-4000-8000-000000000001',
      wrong('start_point_id', 'unknown_meeting_point'),
    ],
  ]),
]
