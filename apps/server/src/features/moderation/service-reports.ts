/** What the administrator does about reports: reading, deciding, answering, and hiding what people have written or published. */
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

/** The open pages of all administrators look at the reports again. */
export async function announceReports(tx: Tx, { bus }: Pick<Parts, 'bus'>): Promise<void> {
  const user_ids = await listAdministrators(tx)
  if (user_ids.length > 0) afterCommit(() => bus.emit('changed', { user_ids, what: 'reports' }))
}

/** One report; that a conversation comes with it is in the log before anything of it is read. Error: `not_found`. */
export async function readReport({ db }: Pick<Parts, 'db'>, by: Caller, id: string): Promise<ReportDetailRow> {
  await db.tx(async (tx) => {
    const facts = await findReportFacts(tx, id)
    assertThat(facts, 'not_found')
    if (facts.has_messages) await noteReading(tx, by, facts)
  })
  const report = await findReport(db.read, id)
  assertThat(report, 'not_found')
  return report
}

const noteReading = (tx: Tx, by: Caller, { id, reported_id: reportedId }: ReportFacts) =>
  addReportRead(tx, { id, reportedId, by: by.id })

/** May the administrator see the image, as part of a report? That is in the log then, too. */
export async function readReportedImage({ db }: Pick<Parts, 'db'>, by: Caller, key: string): Promise<boolean> {
  return db.tx(async (tx) => {
    const facts = await findReportOfImage(tx, key)
    if (facts) await noteReading(tx, by, facts)
    return facts !== undefined
  })
}

const actions = { resolved: 'report_resolved', dismissed: 'report_dismissed' } as const

/**
 * Decides a pending report; of two administrators at once the second finds it decided. The reporter is told, where there is still one.
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
    const notification: NotificationInput = {
      to: report.reporter_id,
      // What was decided about somebody goes with them.
      about: report.reported_id,
      kind: 'report_decided',
      params: { decision: status, ...(reason !== null && { reason }) },
      path: paths.notifications,
      dedupeKey: `report_decided:${report.id}`,
    }
    await tell(tx, { bus }, notification, { kind: 'moderation.decided', id: report.id })
    await announceReports(tx, { bus })
  })
}

const whyNot = async (executor: Executor, id: string) =>
  (await findReportFacts(executor, id)) ? 'report_closed' : 'not_found'

/** People through their notifications; who is shut out or leaving by mail, which names the fact only. */
async function tell(
  tx: Tx,
  { bus }: Pick<Parts, 'bus'>,
  notification: NotificationInput,
  mail: { kind: InPlaceOfNotification; id: string },
): Promise<void> {
  const reader = await findReader(tx, notification.to)
  if (!reader || reader.told) return notify(tx, { bus }, [notification])
  const { email: recipient, locale } = reader
  await queueMail(tx, { kind: mail.kind, recipient, locale: matchLanguage([locale]), data: { id: mail.id } })
  afterCommit(() => bus.emit('outbox', null))
}

type Message = z.output<typeof reportMessageBody>

/**
 * Writes to whoever reported; who keeps that, and tells them, reacts to it. Errors: `not_found`, and `report_closed` where the report was
 * dismissed or its reporter has left.
 */
export async function messageReporter(context: ApiContext, by: Caller, id: string, body: Message): Promise<void> {
  const { db, bus, reactions, idempotencyKey: key } = context
  await idempotent({ db, userId: by.id, route: `reports.message:${id}`, key, body }, async (tx) => {
    await lockReport(tx, id)
    const report = await findReportFacts(tx, id)
    assertThat(report, 'not_found')
    assertThat(report.status !== 'dismissed' && report.reporter_here, 'report_closed')
    const to = { admin_id: by.id, reporter_id: report.reporter_id, report_id: report.id }
    await reactions.run(tx, 'reporterMessaged', { ...to, ...body })
    const details = { report_id: report.id }
    await addAuditEntry(tx, { actor_id: by.id, action: 'reporter_messaged', subject_id: report.reporter_id, details })
    await announceReports(tx, { bus })
    return {}
  })
}

interface Wish {
  by: Caller
  hidden: boolean
  body: z.output<typeof hidingBody>
}

/**
 * Hides content, or shows it again, and tells its owner why; the same again changes nothing and is told nobody. Error: `not_found` for what
 * is not there, for a picture that is to be shown again, for an unknown report, and for what is none of the report's business.
 */
export async function setHidden(
  context: Pick<Parts, 'db' | 'bus' | 'clock' | 'files' | 'reactions'>,
  wish: Wish,
): Promise<void> {
  const { db, bus, clock, files } = context
  const { by, hidden, body } = wish
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
    await record(tx, { bus }, { wish, content, reportId: report?.id })
    const { refresh } = content
    if (refresh) afterCommit(() => bus.emit('changed', refresh))
  })
}

/** A message is the administrator's business only as one of those that come with a report; other content as the reported person's. */
async function isPartOf(
  tx: Tx,
  report: ReportFacts | undefined,
  { kind, id }: Wish['body'],
  owner: string,
): Promise<boolean> {
  if (kind === 'message') return report !== undefined && (await coversMessage(tx, report.id, id))
  return report === undefined || report.reported_id === owner.toLowerCase()
}

/** The report in whose course something is done, where one is named. */
export async function knownReport(executor: Executor, id: string | null | undefined): Promise<string | undefined> {
  return (await namedReport(executor, id))?.id
}

async function namedReport(executor: Executor, id: string | null | undefined): Promise<ReportFacts | undefined> {
  if (!id) return undefined
  const report = await findReportFacts(executor, id)
  assertThat(report, 'not_found')
  return report
}

/** A picture goes for good, as if its owner had removed it. */
async function takePicture(tx: Tx, files: Parts['files'], { id, hidden }: Hiding): Promise<HiddenContent | undefined> {
  if (!hidden) return undefined
  const removed = await removePictureOf(tx, files, id)
  return removed && { owner_id: id, path: paths.ownProfile, changed: removed.had_picture }
}

interface Done {
  wish: Wish
  content: HiddenContent
  reportId: string | undefined
}

async function record(tx: Tx, { bus }: Pick<Parts, 'bus'>, { wish: { by, hidden, body }, content, reportId }: Done) {
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
  await tell(
    tx,
    { bus },
    { to: owner, kind: action, params: { content: kind, reason }, path },
    { kind: 'moderation.content', id: entry },
  )
  if (reportId !== undefined) await announceReports(tx, { bus })
}
