/** Background work of privacy: accounts whose time is over, and files with people's own data. */
import { availableLanguages, matchLanguage, type Translate } from '@samtur/i18n/translate'
import type { Parts } from '#platform/http/context'
import { compactEmbedded } from '#platform/db/compact'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { exportReadme } from './mails.ts'
import { presentMessage } from './present.ts'
import { Archive, type Write } from './rules.ts'
import { type Eraser, erasePerson } from './service.ts'
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

/** At the start and then every hour. */
export function startErasing(eraser: Eraser & Pick<Parts, 'log'>): Worker {
  const worker = startWorker({
    name: 'privacy.erasing',
    everyMs: 3_600_000,
    log: eraser.log,
    run: () => eraseDue(eraser),
  })
  worker.wake()
  return worker
}

/** Erases each account in a transaction of its own; one that fails does not keep the others. Then removes their bytes from the disk. */
export async function eraseDue(eraser: Eraser & Pick<Parts, 'log'>): Promise<false> {
  const due = await listDue(eraser.db.read)
  for (const id of due) {
    try {
      await erasePerson(eraser, id)
    } catch (error) {
      eraser.log.error({ err: error }, 'an account was not erased; it will be tried again')
    }
  }
  if (due.length > 0) await compactEmbedded(eraser.db)
  return false
}

interface Builder extends Pick<Parts, 'db' | 'log' | 'clock' | 'files'> {
  translators: Record<string, Translate>
  supportEmail: string
}

/** Woken by whoever asks for an export; looks by itself for what another process has left behind. */
export function startExporting(builder: Builder): Worker {
  const worker = startWorker({
    name: 'privacy.exports',
    everyMs: 15_000,
    log: builder.log,
    run: () => buildNext(builder),
  })
  worker.wake()
  return worker
}

const MAX_ATTEMPTS = 3

/** Builds the export that has waited longest; answers whether there was one. */
export async function buildNext(builder: Builder): Promise<boolean> {
  const { db, files, log } = builder
  await removeExpired(builder)
  const lease = await leaseExport(db.read)
  if (!lease) return false
  try {
    const { key, bytes } = await leased(builder, lease, async () => {
      const file = await collect(builder, lease)
      return { key: await files.put('exports', file), bytes: file.length }
    })
    await db.tx(async (tx) => {
      // Nobody waits any more when the account was erased meanwhile: then the file goes at once.
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

/** Holds the lease for as long as the work takes: a store may be slow. */
async function leased<T>({ db, log }: Builder, { id }: LeasedExport, work: () => Promise<T>): Promise<T> {
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

async function removeExpired({ db, files }: Builder) {
  await db.tx(async (tx) => {
    for (const key of await removeExports(tx, 'expired')) await files.drop(tx, 'exports', key)
  })
}

/** Everything about the person in one ZIP. */
async function collect(builder: Builder, lease: LeasedExport): Promise<Buffer> {
  const { db, clock, translators, supportEmail: support } = builder
  const language = matchLanguage([(await findLanguage(db.read, lease.user_id)) ?? 'en'])
  const t = translators[language] ?? translators[availableLanguages[0]]
  const archive = new Archive()
  await addPicture(builder, lease, archive)
  // The texts say what is missing of them.
  const imagesLeftOut = await addImages(builder, lease, archive)
  await archive.text('data.json', (write) => writeData(builder, lease, { write, imagesLeftOut }))
  await archive.text('README.txt', (write) =>
    write(t ? exportReadme(t, language, { now: clock.now(), support, imagesLeftOut }) : ''),
  )
  return archive.end()
}

interface Writing {
  write: Write
  imagesLeftOut: number
}

async function writeData(builder: Builder, lease: LeasedExport, { write, imagesLeftOut }: Writing) {
  const { db, clock } = builder
  write(`{\n"exported_at": ${JSON.stringify(clock.now())},\n"images_left_out": ${imagesLeftOut}`)
  for (const name of partNames) {
    const rows = await readPart(db.read, name, lease.user_id)
    write(`,\n"${name}": ${JSON.stringify(name === 'account' || name === 'profile' ? rows[0] : rows, null, 2)}`)
  }
  write(',\n"conversations": [')
  const conversations = await listConversations(db.read, lease.user_id)
  const meter = createMeter(builder, lease, conversations)
  for (const [index, conversation] of conversations.entries()) {
    write(index ? ',\n' : '\n')
    await writeConversation(builder, lease, conversation, write, meter)
  }
  write('\n]\n}\n')
}

const PAGE = 500

async function writeConversation(
  { db }: Builder,
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

/** Tells how far it is, now and then; the messages count from three tenths to the end. */
function createMeter({ db }: Builder, { id }: LeasedExport, conversations: Conversation[]) {
  const all = conversations.reduce((sum, { messages }) => sum + messages, 0)
  let done = 0
  let told = 0
  return async (messages: number) => {
    done += messages
    const progress = Math.min(0.3 + (0.7 * done) / Math.max(all, 1), 0.99)
    if (progress - told < 0.05) return
    told = progress
    await noteProgress(db.read, id, progress)
  }
}

async function addPicture({ db, files }: Builder, { user_id: userId }: LeasedExport, archive: Archive) {
  const key = await findPicture(db.read, userId)
  const bytes = key && (await files.read('profiles', key))
  if (bytes) archive.picture('pictures/profile.jpg', bytes)
}

/** The file is put together in memory. */
const IMAGE_BYTES = 40_000_000
const IMAGES_PER_NOTE = 20

/**
 * The newest of the images that the person has sent, under the keys that their messages name; the images count as the first three tenths.
 * Answers how many are not among them.
 */
async function addImages({ db, files, log }: Builder, { id, user_id: userId }: LeasedExport, archive: Archive) {
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
