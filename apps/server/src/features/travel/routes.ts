import type { Followed } from '@samtur/contract/travel'
import type { Config } from '../../config.ts'
import { type ApiContext, type Caller, os, participant, signedIn } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { readSignedId } from '#platform/signed-id'
import { LINK, presentCheckIn, presentCompanion, presentFollowed, presentLink, presentToday } from './present.ts'
import { openLink, sayOfReservation, sayOfRide, shareTrip, showPosition, typeCode } from './service.ts'
import { endLink, setPosition } from './store.ts'
import { findCompanion, findFollowed, listCheckIns, listCompanions, listLinks, listToday } from './views.ts'

export interface Deps {
  secret: string
  origin: () => string
  /** Addresses and codes that were made with an earlier secret stay valid. */
  config: Pick<Config, 'previousSecrets'>
}

/** Slows down guessing of addresses; an open page of a link reads it twice a minute. */
const perMinute = { name: 'follow', max: 60, per: 60, byAddress: true }
const ended = { ended: true } as const

const secretsOf = ({ secret, config }: Pick<Deps, 'secret' | 'config'>) => [secret, ...config.previousSecrets]

/** Returns the function that reads what the address of a follow link shows, for the endpoint and for the page. Errors: `not_found`, `rate_limited`. */
export function createFollowedReader(deps: Pick<Deps, 'secret' | 'config'>) {
  const secrets = secretsOf(deps)
  return async (context: ApiContext, key: string): Promise<Followed> => {
    context.limiter.useLocally(perMinute, context.ip)
    const { row, said } = await openLink(context, readSignedId(secrets, LINK, key))
    return presentFollowed(row, said, context.clock.now())
  }
}

export function createTravelRoutes(deps: Deps) {
  const secrets = secretsOf(deps)
  const readFollowed = createFollowedReader(deps)
  const readerOf = ({ id }: Caller) => ({ id, secret: deps.secret, origin: deps.origin() })

  async function companionOf({ db }: ApiContext, caller: Caller, reservationId: string) {
    const row = await findCompanion(db.read, caller.id, reservationId)
    assertThat(row, 'internal')
    return presentCompanion(row, await listCheckIns(db.read, [row.ride_id]), readerOf(caller))
  }

  return {
    today: os.travel.today.handler(async ({ context }) => {
      const caller = signedIn(context)
      const { read } = context.db
      const trips = await listToday(read, caller.id)
      const rideIds = trips.map(({ ride_id }) => ride_id)
      const own = trips.filter(({ reservation_id }) => reservation_id === null).map(({ ride_id }) => ride_id)
      const reservationIds = trips.flatMap(({ reservation_id }) => reservation_id ?? [])
      const [companions, said, links] = await Promise.all([
        listCompanions(read, caller.id, { rideIds: own, reservationIds }),
        listCheckIns(read, rideIds),
        listLinks(read, caller.id, rideIds),
      ])
      return { items: trips.map((trip) => presentToday(trip, { companions, said, links }, readerOf(caller))) }
    }),
    share: os.travel.share.handler(async ({ input, context }) => {
      const caller = participant(context)
      const id = await shareTrip(context, caller, input.body)
      const link = await findFollowed(context.db.read, id)
      assertThat(link, 'not_found')
      return presentLink(link, link.arrives_at, readerOf(caller))
    }),
    unshare: os.travel.unshare.handler(async ({ input, context }) => {
      const caller = participant(context)
      assertThat(await endLink(context.db.read, caller.id, input.params.id), 'not_found')
      return ended
    }),
    position: os.travel.position.handler(async ({ input, context }) => ({
      stored: await showPosition(context, participant(context), input.params.id, input.body),
    })),
    hidePosition: os.travel.hidePosition.handler(async ({ input, context }) => {
      const caller = participant(context)
      const link = await findFollowed(context.db.read, input.params.id)
      assertThat(link?.sharer_id === caller.id, 'not_found')
      await setPosition(context.db.read, link.id, null)
      return ended
    }),
    follow: os.travel.follow.handler(({ input, context }) => readFollowed(context, input.body.key)),
    checkIn: os.travel.checkIn.handler(async ({ input, context }) => {
      const caller = participant(context)
      await sayOfReservation(context, caller, input.params.id, { at: undefined, ...input.body })
      return companionOf(context, caller, input.params.id)
    }),
    rideCheckIn: os.travel.rideCheckIn.handler(async ({ input, context }) => {
      const caller = participant(context)
      const { id } = input.params
      await sayOfRide(context, caller, id, { at: undefined, ...input.body })
      const said = await listCheckIns(context.db.read, [id])
      return {
        check_ins: said
          .filter(({ reservation_id }) => reservation_id === null)
          .map((each) => presentCheckIn(each, caller.id)),
      }
    }),
    met: os.travel.met.handler(async ({ input, context }) => {
      const caller = participant(context)
      const { code, at } = input.body
      await typeCode(context, secrets, caller, { reservationId: input.params.id, code, at })
      return companionOf(context, caller, input.params.id)
    }),
  }
}
