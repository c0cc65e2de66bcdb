/** Background work of the day of travel: questions after a silent arrival, mails to followers, and the deletion of what is over. */
import { travelDay } from '@samtur/contract/constants'
import { firstName } from '@samtur/contract/names'
import { followPath } from '@samtur/contract/paths'
import type { Language } from '@samtur/i18n/translate'
import { notify } from '#features/notifications/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { queueMail } from '#platform/mail/outbox'
import { signId } from '#platform/signed-id'
import { notificationOfLink, notificationOfSilence } from './events.ts'
import { LINK } from './present.ts'
import { clearOld, takeToAsk, takeToMail } from './store.ts'
import { listCheckIns, listNewlyFollowed } from './views.ts'

interface Deps extends Pick<Parts, 'db' | 'bus'> {
  secret: string
  origin: () => string
}

const BATCH = 100
/** After this time the mail is not sent any more: the person has probably arrived, and it would alarm the recipient for nothing. */
const MAIL_USEFUL_MINUTES = 120

/** Starts the work of every half minute. Several processes may do it at once. */
export function startTravelJobs({ log, ...deps }: Deps & Pick<Parts, 'log'>): Worker {
  const worker = startWorker({ name: 'travel', everyMs: 30_000, log, run: () => runTravel(deps) })
  worker.wake()
  return worker
}

/** Does a part of what is due; returns whether there may be more. */
export async function runTravel(deps: Deps): Promise<boolean> {
  const { db } = deps
  const asked = await db.tx((tx) => askAfterSilence(tx, deps))
  const mailed = await db.tx((tx) => mailFollowers(tx, deps))
  await db.tx((tx) => tellNewPassengers(tx, deps))
  await clearOld(db.read)
  return asked === BATCH || mailed === BATCH
}

/** Minutes for which an acceptance is new: many runs of this work, each of which may fail. */
const NEW_MINUTES = 60

/** Tells passengers who were accepted after the driver had made a link. The notification's key keeps it to one. */
async function tellNewPassengers(tx: Tx, { bus }: Deps): Promise<void> {
  const followed = await listNewlyFollowed(tx, NEW_MINUTES)
  if (followed.length === 0) return
  await notify(
    tx,
    { bus },
    followed.map(({ sharer_id, sharer, ...trip }) => notificationOfLink(trip, { id: sharer_id, full_name: sharer })),
  )
}

async function askAfterSilence(tx: Tx, { bus }: Deps): Promise<number> {
  const links = await takeToAsk(tx, travelDay.askMinutes, BATCH)
  await notify(tx, { bus }, links.map(notificationOfSilence))
  return links.length
}

/** Queues the mails with the last known state, which says nothing of how the person is. */
async function mailFollowers(tx: Tx, { bus, secret, origin }: Deps): Promise<number> {
  const links = await takeToMail(tx, travelDay.mailMinutes, BATCH)
  const said = await listCheckIns(
    tx,
    links.map(({ ride_id }) => ride_id),
  )
  const mailed = new Set<string>()
  for (const link of links) {
    const address = `${link.ride_id} ${link.sharer_id} ${link.email?.toLowerCase()}`
    // Several links may name one address.
    if (link.email === null || mailed.has(address)) continue
    mailed.add(address)
    const last = said.findLast(
      ({ ride_id, reservation_id, person_id }) =>
        ride_id === link.ride_id && person_id === link.sharer_id && reservation_id === link.reservation_id,
    )
    await queueMail(tx, {
      kind: 'travel.silence',
      recipient: link.email,
      locale: link.locale as Language,
      data: {
        name: firstName(link.sharer),
        from: link.from_text,
        to: link.to_text,
        arrives_at: link.arrives_at.toISOString(),
        last: last ? { kind: last.kind, at: last.at.toISOString() } : null,
        url: origin() + followPath(signId(secret, LINK, link.id)),
      },
      usefulMinutes: MAIL_USEFUL_MINUTES,
    })
  }
  afterCommit(() => bus.emit('outbox', null))
  return links.length
}
