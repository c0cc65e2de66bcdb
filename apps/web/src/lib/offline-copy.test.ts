import { expect, test } from 'vitest'
import type { OwnReservation, OwnRide } from '@samtur/contract/reservations'
import { keep, recall, remember, whoWasHere, withoutOldContacts, withoutOldPhones } from './offline-copy.ts'

const day = 86_400_000
const arrival = Date.parse('2026-05-17T12:00:00Z')
const ride = { arrival_time: '2026-05-17T14:00:00+02:00' }
const contact = { phone: '+4791234567', license_plate: 'EK12345', car_color: 'Blå' }
const reservation = { id: 'r', ride, contact } as OwnReservation
const request = { id: 'q', passenger: { id: 'p', full_name: 'Kari', phone: '+4798765432' } }
const own = { ...ride, id: 'o', contact, reservations: [request] } as OwnRide

test('contacts are available until 30 days after arrival', () => {
  const last = arrival + 30 * day
  expect(withoutOldContacts([reservation], last)).toEqual([reservation])
  expect(withoutOldPhones([own], last)).toEqual([own])
  expect(withoutOldContacts([reservation], last + 1)).toEqual([{ ...reservation, contact: null }])
  const [later] = withoutOldPhones([own], last + 1)
  expect(later?.reservations.map(({ passenger }) => passenger)).toEqual([{ ...request.passenger, phone: null }])
  // The own plate stays.
  expect(later?.contact).toEqual(contact)
})

test('where the browser forbids storing, nothing is kept and nothing fails', async () => {
  expect(globalThis.indexedDB).toBeUndefined()
  await remember({ id: 'u' } as Parameters<typeof remember>[0])
  await keep('u', 'reservations', [reservation])
  expect(await recall('u', 'reservations')).toBeUndefined()
  expect(await whoWasHere()).toBeNull()
})
