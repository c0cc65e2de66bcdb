/** What people do against others: blocks and reports. */
import type { z } from 'zod'
import type { reportBody } from '@samtur/contract/moderation'
import { afterCommit } from '#platform/db/database'
import type { ApiContext, Parts } from '#platform/http/context'
import { assertThat, invalidField } from '#platform/http/errors'
import { findStoredResponse, idempotent } from '#platform/http/idempotency'
import { announceReports } from './service-reports.ts'
import {
  addBlock,
  addReport,
  addReportOfPerson,
  type FiledReport,
  lockChat,
  lockPair,
  type NewReport,
  removeBlock,
} from './store.ts'
import { canBeReported, findPerson, hasReported } from './views.ts'

type Context = Pick<Parts, 'db' | 'bus'>

/**
 * Ends contact between two people from the commit on. A message that is being stored holds the lock of the chat: it is stored before the
 * commit, or it sees the block. Error: `not_found`.
 */
export async function blockPerson(
  { db, bus, reactions }: Context & Pick<Parts, 'reactions'>,
  blocker: string,
  userId: string,
): Promise<void> {
  await db.tx(async (tx) => {
    const blocked = await findPerson(tx, userId)
    assertThat(blocked, 'not_found')
    if (blocked === blocker) throw invalidField('user_id', 'invalid')
    await lockPair(tx, blocker, blocked)
    if (!(await addBlock(tx, blocker, blocked))) return
    await reactions.run(tx, 'blocked', { blocker_id: blocker, blocked_id: blocked })
    await lockChat(tx, blocker, blocked)
    afterCommit(() => announce(bus, blocker, blocked))
  })
}

/** Lifts a block; does nothing where there is none. */
export async function unblockPerson({ db, bus }: Context, blocker: string, userId: string): Promise<void> {
  const unblocked = await removeBlock(db.read, blocker, userId)
  if (unblocked) announce(bus, blocker, unblocked)
}

/** Updates the chat's open sockets, and the pages of the blocker only. */
function announce(bus: Parts['bus'], blocker: string, other: string) {
  bus.emit('block', { a: blocker, b: other })
  bus.emit('changed', { user_ids: [blocker], what: 'chats' })
}

const reportsADay = { name: 'report', max: 10, per: 86_400 }

/** Files a report of a comment. A second report by the same person changes nothing and does not count. Error: `rate_limited`. */
export async function fileReport(context: Context & Pick<Parts, 'limiter'>, report: NewReport): Promise<void> {
  const { db, limiter } = context
  if (await hasReported(db.read, report.reporterId, report.ratingId)) return
  await limiter.use(reportsADay, report.reporterId)
  await db.tx(async (tx) => {
    if (await addReport(tx, report)) await announceReports(tx, context)
  })
}

/**
 * Files a report of a person, with the conversation of the two so far. Every report counts, and only administrators see it. Errors:
 * `not_found` for an unknown person or a conversation that is not between the two, `rate_limited`.
 */
export async function reportPerson(context: Reporting, reporterId: string, body: Report): Promise<FiledReport> {
  const { db, limiter, idempotencyKey: key } = context
  const request = { db, userId: reporterId, route: 'moderation.report', key, body }
  const before = await findStoredResponse<FiledReport>(request)
  if (before) return before
  const { reported_id: reportedId, category = null, reason, chat_id: chatId = null } = body
  if (reportedId === reporterId) throw invalidField('reported_id', 'invalid')
  assertThat(await canBeReported(db.read, { reporterId, reportedId, chatId }), 'not_found')
  await limiter.use(reportsADay, reporterId)
  return idempotent(request, async (tx) => {
    const filed = await addReportOfPerson(tx, { reporterId, reportedId, category, reason, chatId })
    assertThat(filed, 'not_found')
    await announceReports(tx, context)
    return filed
  })
}

type Reporting = Pick<ApiContext, 'db' | 'bus' | 'limiter' | 'idempotencyKey'>
type Report = z.output<typeof reportBody>
