/** Background work of privacy: erases accounts that are due, and builds exports of people's own data. */
import { availableLanguages, matchLanguage, type Translate } from '@samtur/i18n/translate'
import type { Parts } from '#platform/http/context'
import { compactEmbedded } from '#platform/db/compact'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { exportReadme } from './mails.ts'
import { presentMessage } from './present.ts'
import { Archive, type Write } from './rules.ts'
import { type ErasingDeps, erasePerson } from './service.ts'
import {
  finishExport,
  leaseExport,
  type LeasedExport,
  noteProgress,
  postponeExport,
  prolongLease,
  removeExports,
} from './store.ts'
import {
  type Conversation,
  findLanguage,
  findPicture,
  listConversations,
  listDue,
  listImages,
  listMessages,
  partNames,
  readPart,
} from './views.ts'

/** Erases due accounts at the start and then every hour. */
export function startErasing(deps: ErasingDeps & Pick<Parts, 'log'>): Worker {
  const worker = startWorker({
    name: 'privacy.erasing',
    everyMs: 3_600_000,
    log: deps.log,
    run: () => eraseDue(deps),
  })
  worker.wake()
  return worker
}

/** Erases each account in a separate transaction, so that a failure does not affect the others. Then compacts the embedded database. */
export async function eraseDue(deps: ErasingDeps & Pick<Parts, 'log'>): Promise<false> {
  const due = await listDue(deps.db.read)
  for (const id of due) {
    try {
      await erasePerson(deps, id)
    } catch (error) {
      deps.log.error({ err: error }, 'an account was not erased; it will be tried again')
    }
  }
  if (due.length > 0) await compactEmbedded(deps.db)
  return false
}

interface ExportDeps extends Pick<Parts, 'db' | 'log' | 'clock' | 'files'> {
  translators: Record<string, Translate>
  supportEmail: string
}

/** Builds exports when woken by a request, and regularly those that another process has left. */
export function startExporting(deps: ExportDeps): Worker {
  const worker = startWorker({
    name: 'privacy.exports',
    everyMs: 15_000,
    log: deps.log,
    run: () => buildNext(deps),
  })
  worker.wake()
  return worker
}

const MAX_ATTEMPTS = 3

/** Builds the export that has waited longest. Returns whether there was one. */
export async function buildNext(deps: ExportDeps): Promise<boolean> {
  const { db, files, log } = deps
  await removeExpired(deps)
  const lease = await leaseExport(db.read)
  if (!lease) return false
  try {
    const { key, bytes } = await holdLease(deps, lease, async () => {
      const file = await collect(deps, lease)
      return { key: await files.put('exports', file), bytes: file.length }
    })
    await db.tx(async (tx) => {
      // The account may have been erased meanwhile: then the file is deleted at once.
      if (await finishExport(tx, lease.id, { key, bytes })) await files.keep(tx, 'exports', key)
      else await files.drop(tx, 'exports', key)
    })
  } catch (error) {
    log.warn({ err: error, attempts: lease.attempts }, 'an export was not built')
    await postponeExport(db.read, lease.id, lease.attempts >= MAX_ATTEMPTS)
    return false
  }
  return true
}

const PROLONG_MS = 10_000

/** Prolongs the lease while the work runs, because a file store may be slow. */
async function holdLease<T>({ db, log }: ExportDeps, { id }: LeasedExport, work: () => Promise<T>): Promise<T> {
  let prolonging: Promise<void> | undefined
  const prolong = () => {
    prolonging = prolongLease(db.read, id).catch((error: unknown) =>
      log.warn({ err: error }, 'a lease was not prolonged'),
    )
  }
  const timer = setInterval(prolong, PROLONG_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await prolonging
  }
}

async function removeExpired({ db, files }: ExportDeps) {
  await db.tx(async (tx) => {
    for (const key of await removeExports(tx, 'expired')) await files.drop(tx, 'exports', key)
  })
}

/** Returns a ZIP with all data of the person. */
async function collect(deps: ExportDeps, lease: LeasedExport): Promise<Buffer> {
  const { db, clock, translators, supportEmail: support } = deps
  const language = matchLanguage([(await findLanguage(db.read, lease.user_id)) ?? 'en'])
  const t = translators[language] ?? translators[availableLanguages[0]]
  const archive = new Archive()
  await addPicture(deps, lease, archive)
  // First, because the texts say how many images are left out.
  const imagesLeftOut = await addImages(deps, lease, archive)
  await archive.text('data.json', (write) => writeData(deps, lease, { write, imagesLeftOut }))
  await archive.text('README.txt', (write) =>
    write(t ? exportReadme(t, language, { now: clock.now(), support, imagesLeftOut }) : ''),
  )
  return archive.end()
}

interface Writing {
  write: Write
  imagesLeftOut: number
}

async function writeData(deps: ExportDeps, lease: LeasedExport, { write, imagesLeftOut }: Writing) {
  const { db, clock } = deps
  write(`{\n"exported_at": ${JSON.stringify(clock.now())},\n"images_left_out": ${imagesLeftOut}`)
  for (const name of partNames) {
    const rows = await readPart(db.read, name, lease.user_id)
    write(`,\n"${name}": ${JSON.stringify(name === 'account' || name === 'profile' ? rows[0] : rows, null, 2)}`)
  }
  write(',\n"conversations": [')
  const conversations = await listConversations(db.read, lease.user_id)
  const meter = createMeter(deps, lease, conversations)
  for (const [index, conversation] of conversations.entries()) {
    write(index ? ',\n' : '\n')
    await writeConversation(deps, lease, conversation, write, meter)
  }
  write('\n]\n}\n')
}

const PAGE = 500

async function writeConversation(
  { db }: ExportDeps,
  { user_id: userId }: LeasedExport,
  conversation: Conversation,
  write: Write,
  meter: (messages: number) => Promise<void>,
) {
  write(`${JSON.stringify(conversation.shown, null, 2).slice(0, -2)},\n  "messages": [`)
  let after = 0
  for (let full = true; full;) {
    const messages = await listMessages(db.read, { chatId: conversation.id, userId, after, limit: PAGE })
    const lines = messages.map((message) => `\n    ${JSON.stringify(presentMessage(message, conversation))}`)
    write((after && messages.length ? ',' : '') + lines.join(','))
    after = messages.at(-1)?.seq ?? after
    full = messages.length === PAGE
    await meter(messages.length)
  }
  write('\n  ]\n}')
}

/** Returns a function that stores the progress in steps of 5 %; the messages count from 30 % to the end. */
function createMeter({ db }: ExportDeps, { id }: LeasedExport, conversations: Conversation[]) {
  const all = conversations.reduce((sum, { messages }) => sum + messages, 0)
  let done = 0
  let stored = 0
  return async (messages: number) => {
    done += messages
    const progress = Math.min(0.3 + (0.7 * done) / Math.max(all, 1), 0.99)
    if (progress - stored < 0.05) return
    stored = progress
    await noteProgress(db.read, id, progress)
  }
}

async function addPicture({ db, files }: ExportDeps, { user_id: userId }: LeasedExport, archive: Archive) {
  const key = await findPicture(db.read, userId)
  const bytes = key && (await files.read('profiles', key))
  if (bytes) archive.picture('pictures/profile.jpg', bytes)
}

/** Limit of all images, because the file is built in memory. */
const IMAGE_BYTES = 40_000_000
const IMAGES_PER_NOTE = 20

/**
 * Adds the newest images that the person has sent, under the keys in their messages; they count as the first 30 % of the progress. Returns
 * how many are left out.
 */
async function addImages({ db, files, log }: ExportDeps, { id, user_id: userId }: LeasedExport, archive: Archive) {
  const keys = await listImages(db.read, userId)
  let left = IMAGE_BYTES
  let added = 0
  for (const [index, key] of keys.entries()) {
    if (index % IMAGES_PER_NOTE === 0) await noteProgress(db.read, id, (0.3 * index) / keys.length)
    const bytes = await files.read('chat-images', key)
    left -= bytes?.length ?? 0
    if (left < 0) break
    if (!bytes) continue
    archive.picture(`pictures/chat/${key}`, bytes)
    added++
  }
  if (added < keys.length)
    log.warn({ images: keys.length, without: keys.length - added }, 'not all images are in an export')
  return keys.length - added
}
