/** The page that publishes a ride, with a complete form. */
import { act, fireEvent, screen } from '@testing-library/react'
import type { Me } from '@samtur/contract/accounts'
import { PublishScreen } from '../src/features/rides/publish-screen.tsx'
import { rideDetail } from './dataset.ts'
import { fakeServer, kari, page, refusal, type FakeServer } from './server.ts'
import { show } from './show.tsx'
import { text } from './text.ts'

export const published = rideDetail({ viewer: 'driver' })

let server: FakeServer

/** Replaces the network. */
export function publishServer() {
  server = fakeServer({
    answers: {
      'rides.publish': () => published,
      'profiles.update': () => ({ ...kari.profile, phone: '+4791234567' }),
      'places.search': () => ({ items: [] }),
      'reservations.myRides': () => page([]),
      'costs.estimate': () => refusal('unavailable'),
      'wanted.onYourWay': () => ({ items: [] }),
    },
  })
  return server
}

export const person = (id: string, is_driver = false): Me => ({
  ...kari,
  id,
  profile: { ...kari.profile, id, is_driver },
})

export function open(me = person('u-1'), address = '/publish-ride') {
  server.me = me
  return show(<PublishScreen me={me} />, address)
}

/** Returns a field by its label. `getByLabelText`, which compares every element of a long form with its labels, is for the others. */
export const field = (label: string) => labelled(label) ?? screen.getByLabelText<HTMLInputElement>(label)

const labelled = (text: string) =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent === text)?.control as
    | HTMLInputElement
    | null
    | undefined

export function fill(label: string, value: string) {
  fireEvent.change(field(label), { target: { value } })
  fireEvent.blur(field(label))
}

export const required = {
  'rides.from': 'Oslo',
  'rides.to': 'Trondheim',
  'rides.date': '27.11.2099',
  'publish.departure': '7',
  'publish.arrival': '14.00',
  'publish.price': '300',
  'publish.car_make': 'Volvo',
  'publish.car_model': 'V60',
  'publish.car_color': 'blå',
  'publish.license_plate': 'ek 12345',
} as const

/** A field by the id of its label. */
export type RequiredField = keyof typeof required
export const requiredFields = Object.keys(required) as RequiredField[]

/** Fills every required field. */
export function fillIn(change: Partial<Record<RequiredField, string>> = {}) {
  const values: Record<RequiredField, string> = { ...required, ...change }
  for (const label of requiredFields) fill(text(label), values[label])
}

/** Submits the form: the page has a button of its own, and a phone's bar another. */
export const submit = async () => {
  await act(async () => fireEvent.submit(document.querySelector('form')!))
}

/** Returns the texts that describe an element. */
export const described = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
