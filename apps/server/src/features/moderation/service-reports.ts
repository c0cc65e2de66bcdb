/** What administrators do about reports: reading, deciding, writing to reporters, and hiding content. */
import type { z } from 'zod'
import type { hidingBody, reportMessageBody } from '@samtur/contract/reports'
import { paths } from '@samtur/contract/paths'
import { matchLanguage } from '@samtur/i18n/translate'
import { type NotificationInput, notify } from '#features/notifications/port'
import { removePictureOf } from '#features/profiles/port'
import { afterCommit, type Executor, type Tx } from '#platform/db/database'
import type { ApiContext, Caller, Parts } from '#platform/http/context'
import { AppError, assertThat } from '#platform/http/errors'
import { idempotent } from '#platform/http/idempotency'
import { queueMail } from '#platform/mail/outbox'
import type { InPlaceOfNotification } from './mails.ts'
import type { HiddenContent, Hiding } from './events.ts'
import { addAuditEntry, addReportRead, decideReport, type Decision, lockReport } from './store.ts'
import {
  coversMessage,
  findReader,
  findReport,
  findReportFacts,
  findReportOfImage,
  listAdministrators,
  type ReportDetailRow,
  type ReportFacts,
} from './views-reports.ts'

type Context = Pick<Parts, 'db' | 'bus'>

/** Lets the open pages of all administrators read the reports again. */
export async function announceReports(tx: Tx, { bus }: Pick<Parts, 'bus'>): Promise<void> {
  const user_ids = await listAdministrators(tx)
  if (user_ids.length > 0) afterCommit(() => bus.emit('changed', { user_ids, what: 'reports' }))
}

/** Returns one report. The reading of a conversation is logged before. Error: `not_found`. */
export async function readReport({ db }: Pick<Parts, 'db'>, by: Caller, id: string): Promise<ReportDetailRow> {
  await db.tx(async (tx) => {
    const facts = await findReportFacts(tx, id)
    assertThat(facts, 'not_found')
    if (facts.has_messages) await logReading(tx, by, facts)
  })
  const report = await findReport(db.read, id)
  assertThat(report, 'not_found')
  return report
}

const logReading = (tx: Tx, by: Caller, { id, reported_id: reportedId }: ReportFacts) =>
  addReportRead(tx, { id, reportedId, by: by.id })

/** Returns whether a report covers the image, so that an administrator may see it; logs the reading. */
export async function readReportedImage({ db }: Pick<Parts, 'db'>, by: Caller, key: string): Promise<boolean> {
  return db.tx(async (tx) => {
    const facts = await findReportOfImage(tx, key)
    if (facts) await logReading(tx, by, facts)
    return facts !== undefined
  })
}

const actions = { resolved: 'report_resolved', dismissed: 'report_dismissed' } as const

/**
 * Decides a pending report and notifies the reporter. The second of two administrators gets `report_closed`.
 * Errors: `not_found`, `report_closed`.
 */
export async function decide({ db, bus }: Context, id: string, decision: Decision): Promise<void> {
  await db.tx(async (tx) => {
    const report = await decideReport(tx, id, decision)
    if (!report) throw new AppError(await whyNot(tx, id))
    const { status, reason, by } = decision
    await addAuditEntry(tx, {
      actor_id: by,
      action: actions[status],
      subject_id: report.reported_id,
      reason,
      details: { report_id: report.id },
    })
    await announceReports(tx, { bus })
    if (report.reporter_id === null) return
    const notification: NotificationInput = {
      to: report.reporter_id,
      // The decision is erased with the reported person.
      about: report.reported_id,
      kind: 'report_decided',
      params: { decision: status, ...(reason !== null && { reason }) },
      path: paths.notifications,
      dedupeKey: `report_decided:${report.id}`,
    }
    await notifyOrMail(tx, { bus }, notification, { kind: 'moderation.decided', id: report.id })
  })
}

const whyNot = async (executor: Executor, id: string) =>
  (await findReportFacts(executor, id)) ? 'report_closed' : 'not_found'

/** Notifies a person; by a mail where the account is suspended or being deleted. The mail's row has an id only. */
async function notifyOrMail(
  tx: Tx,
  { bus }: Pick<Parts, 'bus'>,
  notification: NotificationInput,
  mail: { kind: InPlaceOfNotification; id: string },
): Promise<void> {
  const reader = await findReader(tx, notification.to)
  if (!reader || reader.notifiable) return notify(tx, { bus }, [notification])
  const { email: recipient, locale } = reader
  await queueMail(tx, { kind: mail.kind, recipient, locale: matchLanguage([locale]), data: { id: mail.id } })
  afterCommit(() => bus.emit('outbox', null))
}

type Message = z.output<typeof reportMessageBody>

/**
 * Writes to the reporter; the slice `support` stores the message and notifies. Errors: `not_found`, and `report_closed` where the report was
 * dismissed or its reporter has left.
 */
export async function messageReporter(context: ApiContext, by: Caller, id: string, body: Message): Promise<void> {
  const { db, bus, reactions, idempotencyKey: key } = context
  await idempotent({ db, userId: by.id, route: `reports.message:${id}`, key, body }, async (tx) => {
    await lockReport(tx, id)
    const report = await findReportFacts(tx, id)
    assertThat(report, 'not_found')
    const { reporter_id } = report
    assertThat(report.status !== 'dismissed' && report.reporter_here && reporter_id !== null, 'report_closed')
    const to = { admin_id: by.id, reporter_id, report_id: report.id }
    await reactions.run(tx, 'reporterMessaged', { ...to, ...body })
    const details = { report_id: report.id }
    await addAuditEntry(tx, { actor_id: by.id, action: 'reporter_messaged', subject_id: reporter_id, details })
    await announceReports(tx, { bus })
    return {}
  })
}

interface Change {
  by: Caller
  hidden: boolean
  body: z.output<typeof hidingBody>
}

/**
 * Hides content, or shows it again, and notifies the owner with the reason. A repetition changes nothing. Error: `not_found` for unknown
 * content or reports, for a removed picture, and for content that the report does not cover.
 */
export async function setHidden(
  context: Pick<Parts, 'db' | 'bus' | 'clock' | 'files' | 'reactions'>,
  change: Change,
): Promise<void> {
  const { db, bus, clock, files } = context
  const { by, hidden, body } = change
  await db.tx(async (tx) => {
    const report = await namedReport(tx, body.report_id)
    const hiding = { kind: body.kind, id: body.id, hidden, by: by.id, at: clock.now() }
    const found =
      body.kind === 'picture'
        ? [await takePicture(tx, files, hiding)]
        : await context.reactions.run(tx, 'contentHidden', hiding)
    const content = found.find((one) => one !== undefined)
    assertThat(content && (await isPartOf(tx, report, body, content.owner_id)), 'not_found')
    if (!content.changed) return
    await record(tx, { bus }, { change, content, reportId: report?.id })
    const { refresh } = content
    if (refresh) afterCommit(() => bus.emit('changed', refresh))
  })
}

/** Returns whether an administrator may handle the content: a message only as part of a report, other content as the reported person's. */
async function isPartOf(
  tx: Tx,
  report: ReportFacts | undefined,
  { kind, id }: Change['body'],
  owner: string,
): Promise<boolean> {
  if (kind === 'message') return report !== undefined && (await coversMessage(tx, report.id, id))
  return report === undefined || report.reported_id === owner.toLowerCase()
}

/** Returns the id of the given report; undefined where none is given. Error: `not_found`. */
export async function knownReport(executor: Executor, id: string | null | undefined): Promise<string | undefined> {
  return (await namedReport(executor, id))?.id
}

async function namedReport(executor: Executor, id: string | null | undefined): Promise<ReportFacts | undefined> {
  if (!id) return undefined
  const report = await findReportFacts(executor, id)
  assertThat(report, 'not_found')
  return report
}

/** Removes a picture as if its owner had removed it; it cannot be shown again. */
async function takePicture(tx: Tx, files: Parts['files'], { id, hidden }: Hiding): Promise<HiddenContent | undefined> {
  if (!hidden) return undefined
  const removed = await removePictureOf(tx, files, id)
  return removed && { owner_id: id, path: paths.ownProfile, changed: removed.had_picture }
}

interface Done {
  change: Change
  content: HiddenContent
  reportId: string | undefined
}

async function record(tx: Tx, { bus }: Pick<Parts, 'bus'>, { change: { by, hidden, body }, content, reportId }: Done) {
  const { kind, id, reason } = body
  const { owner_id: owner, path } = content
  const action = hidden ? 'content_hidden' : 'content_shown'
  const entry = await addAuditEntry(tx, {
    actor_id: by.id,
    action,
    subject_id: owner,
    reason,
    details: { kind, content_id: id, ...(reportId !== undefined && { report_id: reportId }) },
  })
  await notifyOrMail(
    tx,
    { bus },
    { to: owner, kind: action, params: { content: kind, reason }, path },
    { kind: 'moderation.content', id: entry },
  )
  if (reportId !== undefined) await announceReports(tx, { bus })
}
