/** Background work of notifications: push messages, and what is too old. */
import { matchLanguage, type Translate } from '@samtur/i18n/translate'
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import type { SendPush } from '#platform/push/sender'
import { writeNotification } from './rules-texts.ts'
import { endPush, forgetDevice, leasePushes, type LeasedPush, postponePush, removeOld } from './store.ts'

declare module '#platform/live/bus' {
  interface Topics {
    /** Push messages wait. */
    push: null
  }
}

interface Pusher extends Pick<Parts, 'db' | 'log'> {
  send: SendPush
  translators: Record<string, Translate>
}

/** Minutes between attempts; a message that is older than some hours is no news any more. */
const DELAYS_MINUTES = [1, 5, 15, 60, 180]
/** At once; well within their lease, because each gives up after some seconds. */
const BATCH = { limit: 20, seconds: 60 }

/** Sends what waits when woken, and looks by itself for what another process has left behind. */
export function startPushing(pusher: Pusher): Worker {
  const worker = startWorker({
    name: 'notifications.push',
    everyMs: 15_000,
    log: pusher.log,
    run: () => pushDue(pusher),
  })
  worker.wake()
  return worker
}

/** Sends some of the messages that wait; answers whether there may be more. */
async function pushDue(pusher: Pusher): Promise<boolean> {
  const leased = await leasePushes(pusher.db.read, BATCH)
  await Promise.all(leased.map((message) => pushOne(pusher, message)))
  return leased.length > 0
}

async function pushOne(pusher: Pusher, message: LeasedPush): Promise<void> {
  const { db, log } = pusher
  const outcome = message.valid ? await attempt(pusher, message) : 'refused'
  if (outcome === 'gone') return forgetDevice(db.read, message.device_id)
  const minutes = DELAYS_MINUTES[message.attempts - 1]
  if (outcome === 'later' && minutes !== undefined) return postponePush(db.read, message.id, minutes)
  if (outcome !== 'sent') log.info({ kind: message.kind, attempts: message.attempts, outcome }, 'push message given up')
  await endPush(db.read, message.id)
}

async function attempt({ send, translators, log }: Pusher, message: LeasedPush) {
  try {
    return await send(message, writePush(translators, message))
  } catch (error) {
    log.warn({ err: error, kind: message.kind }, 'a push message could not be written')
    return 'refused'
  }
}

/** What the page's service worker shows: a later message with the same tag takes the place of the one before. */
function writePush(translators: Record<string, Translate>, { kind, params, path, locale }: LeasedPush) {
  const language = matchLanguage([locale])
  const t = translators[language]
  if (!t) throw new Error(`no texts in ${language}`)
  const { subject, text } = writeNotification(t, language, { kind, params })
  return { title: subject, body: text, path, tag: `${kind} ${path}`, lang: language }
}

/** Notifications are kept for a year. */
export function startNotificationJobs({ db, log }: Pick<Parts, 'db' | 'log'>): Worker {
  const worker = startWorker({
    name: 'notifications.old',
    everyMs: 3_600_000,
    log,
    run: async () => (await removeOld(db.read)) > 0,
  })
  worker.wake()
  return worker
}
