/** Background work of notifications: sends push messages and removes old rows. */
import { matchLanguage, type Translate } from '@samtur/i18n/translate'
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import type { SendPush } from '#platform/push/sender'
import { writeNotification } from './rules-texts.ts'
import { endPush, forgetDevice, leasePushes, type LeasedPush, postponePush, removeOld } from './store.ts'

declare module '#platform/live/bus' {
  interface Topics {
    /** There are push messages to send. */
    push: null
  }
}

interface Deps extends Pick<Parts, 'db' | 'log'> {
  send: SendPush
  translators: Record<string, Translate>
}

/** Minutes between attempts; after the last of them the message is given up. */
const DELAYS_MINUTES = [1, 5, 15, 60, 180]
/** Messages sent together, and the seconds of their lease: each attempt ends well before. */
const BATCH = { limit: 20, seconds: 60 }

/** Sends push messages when woken, and regularly those that another process has left. */
export function startPushing(deps: Deps): Worker {
  const worker = startWorker({
    name: 'notifications.push',
    everyMs: 15_000,
    log: deps.log,
    run: () => pushDue(deps),
  })
  worker.wake()
  return worker
}

/** Sends a batch of push messages. Returns whether there may be more. */
async function pushDue(deps: Deps): Promise<boolean> {
  const leased = await leasePushes(deps.db.read, BATCH)
  await Promise.all(leased.map((message) => pushOne(deps, message)))
  return leased.length > 0
}

async function pushOne(deps: Deps, message: LeasedPush): Promise<void> {
  const { db, log } = deps
  const outcome = message.valid ? await attempt(deps, message) : 'refused'
  if (outcome === 'gone') return forgetDevice(db.read, message.device_id)
  const minutes = DELAYS_MINUTES[message.attempts - 1]
  if (outcome === 'later' && minutes !== undefined) return postponePush(db.read, message.id, minutes)
  if (outcome !== 'sent') log.info({ kind: message.kind, attempts: message.attempts, outcome }, 'push message given up')
  await endPush(db.read, message.id)
}

async function attempt({ send, translators, log }: Deps, message: LeasedPush) {
  try {
    return await send(message, writePush(translators, message))
  } catch (error) {
    log.warn({ err: error, kind: message.kind }, 'a push message could not be written')
    return 'refused'
  }
}

/** Returns the message for the service worker. A later message with the same tag replaces the earlier one. */
function writePush(translators: Record<string, Translate>, { kind, params, path, locale }: LeasedPush) {
  const language = matchLanguage([locale])
  const t = translators[language]
  if (!t) throw new Error(`no texts in ${language}`)
  const { subject, text } = writeNotification(t, language, { kind, params })
  return { title: subject, body: text, path, tag: `${kind} ${path}`, lang: language }
}

/** Removes notifications that are older than a year. */
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
