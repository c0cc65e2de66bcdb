/** Background work of notifications: sends push messages and removes old rows. */
import { matchLanguage, type Translate } from '@samtur/i18n/translate'
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import type { SendPush } from '#platform/push/sender'
import { type FindRescue, lostBy, rescueSentence } from './rules-rescue.ts'
import { writeNotification } from './rules-texts.ts'
import {
  countDenial,
  endPush,
  forgetDenials,
  forgetDevice,
  leasePushes,
  type LeasedPush,
  postponePush,
  removeOld,
} from './store.ts'

declare module '#platform/live/bus' {
  interface Topics {
    /** There are push messages to send. */
    push: null
  }
}

interface Deps extends Pick<Parts, 'db' | 'log'> {
  send: SendPush
  translators: Record<string, Translate>
  findRescue: FindRescue
}

/** Minutes between attempts; after the last of them the message is given up. */
const DELAYS_MINUTES = [1, 5, 15, 60, 180]
/** A device is removed after so many denials in a row, because its registration is of no use, for example one with another key. */
const MOST_DENIALS = 3
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
  if (outcome === 'denied' && (await countDenial(db.read, message.device_id)) >= MOST_DENIALS) {
    log.warn({ kind: message.kind }, 'a device was removed because its push service denies our messages')
    return forgetDevice(db.read, message.device_id)
  }
  if (outcome === 'sent' && message.denials > 0) await forgetDenials(db.read, message.device_id)
  const minutes = DELAYS_MINUTES[message.attempts - 1]
  if (outcome === 'later' && minutes !== undefined) return postponePush(db.read, message.id, minutes)
  if (outcome !== 'sent') log.info({ kind: message.kind, attempts: message.attempts, outcome }, 'push message given up')
  await endPush(db.read, message.id)
}

async function attempt(deps: Deps, message: LeasedPush) {
  const { send, log } = deps
  try {
    return await send(message, await writePush(deps, message))
  } catch (error) {
    log.warn({ err: error, kind: message.kind }, 'a push message could not be written')
    return 'refused'
  }
}

/** Returns the message for the service worker. A later message with the same tag replaces the earlier one. */
async function writePush(deps: Deps, { kind, params, path, locale, user_id }: LeasedPush) {
  const { translators } = deps
  const language = matchLanguage([locale])
  const t = translators[language]
  if (!t) throw new Error(`no texts in ${language}`)
  const { subject, text } = writeNotification(t, language, { kind, params })
  const rescue = await rescueOf(deps, user_id, params)
  const body = [text, rescue && rescueSentence(t, language, rescue)].filter(Boolean).join(' ')
  return { title: subject, body, path, tag: `${kind} ${path}`, lang: language }
}

/** Returns the other ways to travel; undefined where nothing was lost, and where the look-up fails, because the message matters more. */
async function rescueOf({ findRescue, log }: Deps, userId: string, params: LeasedPush['params']) {
  const lost = lostBy(params)
  if (!lost) return undefined
  try {
    return await findRescue(userId, lost)
  } catch (error) {
    log.warn({ err: error }, 'other rides could not be looked up for a push message')
    return undefined
  }
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
