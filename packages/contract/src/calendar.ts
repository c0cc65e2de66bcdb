/** Trips in the person's own calendar: a private address that calendar programs read. Files of single trips are links, see `paths.ts`. */
import { z } from './zod.ts'
import { endpoint } from './endpoint.ts'

export const calendarFeed = z.object({
  /** A private address: its owner's trips are readable with it alone. Null until one is made. */
  url: z.url().nullable(),
})
export type CalendarFeed = z.infer<typeof calendarFeed>

export const calendar = {
  get: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/calendar',
    tag: 'calendar',
    summary: 'The private address of the caller’s trips',
    output: calendarFeed,
    errors: ['reauthentication_required'],
  }),
  renew: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/me/calendar',
    tag: 'calendar',
    summary: 'A new private address; the one before stops working at once',
    output: calendarFeed,
    errors: ['reauthentication_required'],
  }),
  remove: endpoint({
    access: 'signed-in',
    method: 'DELETE',
    path: '/me/calendar',
    tag: 'calendar',
    summary: 'No private address any more',
    output: calendarFeed,
  }),
}
