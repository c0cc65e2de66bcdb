/** Calendars: the private address, and the files that calendar programs read. */
import { id as idSchema } from '@samtur/contract/endpoint'
import { paths, rideCalendarPath, signInPath, tripCalendarPath } from '@samtur/contract/paths'
import { matchLanguage, type Translate } from '@samtur/i18n/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { type Caller, recentlyAuthenticated, os, type Parts, signedIn, verified } from '#platform/http/context'
import { AppError, assertThat } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { presentFeed, presentTrip } from './present.ts'
import { feedToken, readFeedFile } from './rules.ts'
import { removeFeed, renewFeed } from './store.ts'
import { findFeed, findFeedOwner, findReservedTrip, findRideTrip, listTrips, type TripRow } from './views.ts'

interface Deps {
  secret: string
  origin: () => string
}

const feedPath = (secret: string, id: string) => `/calendar/${feedToken(secret, id)}.ics`

export function createCalendarRoutes({ secret, origin }: Deps) {
  const shown = (id: string | undefined) => ({ url: id ? origin() + feedPath(secret, id) : null })
  return {
    get: os.calendar.get.handler(async ({ context }) =>
      shown(await findFeed(context.db.read, recentlyAuthenticated(context).id)),
    ),
    renew: os.calendar.renew.handler(async ({ context }) => {
      verified(context)
      return shown(await renewFeed(context.db.read, recentlyAuthenticated(context).id))
    }),
    remove: os.calendar.remove.handler(async ({ context }) => {
      await removeFeed(context.db.read, signedIn(context).id)
      return shown(undefined)
    }),
  }
}

interface Serving extends Deps {
  /** Feeds' addresses that were made with an earlier secret stay valid. */
  config: Pick<Config, 'previousSecrets' | 'supportEmail'>
  parts: Pick<Parts, 'db' | 'clock' | 'limiter'>
  translators: Record<string, Translate>
  callerOf(request: FastifyRequest): Promise<Caller | null>
}

/** Slows down guessing of addresses; calendar programs read a feed every 15 minutes at most. */
const perMinute: Limit = { name: 'calendar', max: 60, per: 60, byAddress: true }

/** The files, beside the contract's endpoints. */
export function serveCalendars(http: FastifyInstance, serving: Serving) {
  const { parts, config, secret, origin, callerOf } = serving
  const { db } = parts

  http.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    parts.limiter.useLocally(perMinute, request.ip)
    const feed = [secret, ...config.previousSecrets]
      .map((each) => readFeedFile(each, request.params.file))
      .find((found) => found !== undefined)
    const owner = feed && (await findFeedOwner(db.read, feed))
    assertThat(owner, 'not_found')
    const trips = await listTrips(db.read, owner.id)
    const text = presentFeed(trips, readerOf(serving, owner.locale), origin() + feedPath(secret, feed))
    return sendCalendar(reply, text, { 'cache-control': 'private, max-age=300', 'x-robots-tag': 'noindex' })
  })

  const single = (path: string, name: string, find: typeof findRideTrip) => {
    http.get<{ Params: { id: string } }>(path, async (request, reply) => {
      const known = await callerOf(request)
      // A link in a mail is opened by a browser that may have no session.
      if (!known && request.headers.accept?.includes('text/html'))
        return reply.header('cache-control', 'no-store').redirect(signInPath(paths.reservations))
      const caller = signedIn({ caller: known })
      const tripId = idSchema.safeParse(request.params.id)
      const trip: TripRow | undefined = tripId.success ? await find(db.read, caller.id, tripId.data) : undefined
      if (!trip) throw new AppError('not_found')
      const day = trip.departs_at.toISOString().slice(0, 10)
      return sendCalendar(reply, presentTrip(trip, readerOf(serving, caller.locale)), {
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="samtur-${name}-${day}.ics"`,
      })
    })
  }
  single(tripCalendarPath(':id'), 'reservation', findReservedTrip)
  single(rideCalendarPath(':id'), 'ride', findRideTrip)
}

function readerOf({ parts, config, translators, origin }: Serving, locale: string) {
  const t = translators[matchLanguage([locale])]
  if (!t) throw new Error(`no texts in ${locale}`)
  return { t, origin: origin(), supportEmail: config.supportEmail, now: parts.clock.now() }
}

const sendCalendar = (reply: FastifyReply, text: string, headers: Record<string, string>) =>
  reply
    .type('text/calendar; charset=utf-8')
    .headers({ 'x-content-type-options': 'nosniff', ...headers })
    .send(text)
