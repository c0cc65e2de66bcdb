/** A signed-in passenger with a phone number and two empty lists, for tests of reservations. */
import { fireEvent, within } from '@testing-library/react'
import type { Me } from '@samtur/contract/accounts'
import { fakeConnection } from './live.ts'
import { fakeServer, kari, page } from './server.ts'
import { text } from './text.ts'

export const me: Me = { ...kari, profile: { ...kari.profile, phone: '+4791234567' } }

/** Replaces the network. */
export function reservationsServer() {
  fakeConnection()
  return fakeServer({
    me,
    answers: {
      'reservations.mine': () => page([]),
      'reservations.myRides': () => page([]),
      'waiting.mine': () => ({ items: [] }),
      'wanted.onYourWay': () => ({ items: [] }),
      'wanted.rescueReservation': () => ({ rides: [], planner: null, wanted: null }),
    },
  })
}

export const press = (name: string | RegExp, part: HTMLElement = document.body) =>
  fireEvent.click(within(part).getByRole('button', { name }))

/** Returns the name of a button beside a passenger. */
export const buttonOf = (
  id: 'reservations.accept' | 'reservations.reject' | 'reservations.remove',
  passenger: string,
) => `${text(id)} ${passenger}`
