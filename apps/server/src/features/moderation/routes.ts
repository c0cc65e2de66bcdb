import type { AuditRow } from './views.ts'
import { type ApiContext, recentlyAuthenticated, os, signedIn, verified } from '#platform/http/context'
import { idCursor } from '#platform/http/cursor'
import { assertThat, invalidField } from '#platform/http/errors'
import {
  presentAuditEntry,
  presentBlock,
  presentReport,
  presentReportDetail,
  presentUser,
  presentUserDetail,
} from './present.ts'
import { decide, messageReporter, readReport, setHidden } from './service-reports.ts'
import { blockPerson, reportPerson, unblockPerson } from './service.ts'
import {
  deleteUser,
  type Deps,
  endSessionsOfUser,
  liftFactorOfUser,
  liftUser,
  suspendUser,
} from './service-accounts.ts'
import { invitePerson } from './service-newcomers.ts'
import { listReports, type ReportRow } from './views-reports.ts'
import { findUser, listAuditLog, listBlocks, searchUsers } from './views.ts'

const PAGE = 50
const NUMBER = /^[1-9]\d{0,17}$/

function pageOf<Row extends { id: string }>(rows: Row[], limit: number) {
  const items = rows.slice(0, limit)
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

async function detail(context: ApiContext, id: string) {
  const row = await findUser(context.db.read, id)
  assertThat(row, 'not_found')
  return presentUserDetail(row)
}

/** Binds the administrators' endpoints; `deps` has the links and addresses of mails. */
export const createModerationRoutes = (deps: Deps) => ({
  ...blockRoutes,
  ...reportRoutes,
  ...createAdminRoutes(deps),
})

const blockRoutes = {
  blocks: os.moderation.blocks.handler(async ({ context }) => {
    const rows = await listBlocks(context.db.read, signedIn(context).id)
    return { items: rows.map(presentBlock) }
  }),
  block: os.moderation.block.handler(async ({ input, context }) => {
    await blockPerson(context, verified(context).id, input.params.userId)
    return { blocked: true as const }
  }),
  unblock: os.moderation.unblock.handler(async ({ input, context }) => {
    await unblockPerson(context, verified(context).id, input.params.userId)
    return { blocked: false as const }
  }),
}

const reportRoutes = {
  report: os.moderation.report.handler(async ({ input, context }) => {
    const { id, created_at } = await reportPerson(context, verified(context).id, input.body)
    return { id, created_at: new Date(created_at).toISOString() }
  }),
}

const createAdminRoutes = (deps: Deps) => ({
  users: os.moderation.users.handler(async ({ input, context }) => {
    const { q, state, limit = PAGE, cursor } = input.query
    const { rows, total } = await searchUsers(context.db.read, { q, state, after: idCursor(cursor), limit })
    const { items, next_cursor } = pageOf(rows, limit)
    return { items: items.map(presentUser), next_cursor, total }
  }),
  user: os.moderation.user.handler(({ input, context }) => detail(context, input.params.id)),
  suspend: os.moderation.suspend.handler(async ({ input, context }) => {
    await suspendUser(context, deps, { ...actionOf(context, input), reportId: input.body.report_id })
    return detail(context, input.params.id)
  }),
  lift: os.moderation.lift.handler(async ({ input, context }) => {
    await liftUser(context, deps, actionOf(context, input))
    return detail(context, input.params.id)
  }),
  deleteUser: os.moderation.deleteUser.handler(async ({ input, context }) => {
    await deleteUser(context, deps, actionOf(context, input))
    return detail(context, input.params.id)
  }),
  liftSecondFactor: os.moderation.liftSecondFactor.handler(async ({ input, context }) => {
    recentlyAuthenticated(context)
    await liftFactorOfUser(context, deps, actionOf(context, input))
    return detail(context, input.params.id)
  }),
  endUserSessions: os.moderation.endUserSessions.handler(async ({ input, context }) => {
    return { ended: await endSessionsOfUser(context, deps, { by: verified(context), userId: input.params.id }) }
  }),
  invite: os.moderation.invite.handler(async ({ input, context }) => {
    await invitePerson(context, deps, verified(context), input.body.email)
    return { invited: true as const }
  }),
  auditLog: os.moderation.auditLog.handler(async ({ input, context }) => {
    const { limit = PAGE, cursor } = input.query
    if (cursor !== undefined && !NUMBER.test(cursor)) throw invalidField('cursor', 'invalid')
    const { items, next_cursor } = pageOf<AuditRow>(await listAuditLog(context.db.read, cursor, limit), limit)
    return { items: items.map(presentAuditEntry), next_cursor }
  }),
})

function actionOf(context: ApiContext, { params, body }: { params: { id: string }; body: { reason: string } }) {
  return { by: verified(context), userId: params.id, reason: body.reason }
}

type Decided = 'resolved' | 'dismissed'

async function report(context: ApiContext, id: string) {
  return presentReportDetail(await readReport(context, verified(context), id))
}

async function decided(context: ApiContext, id: string, status: Decided, reason: string | null | undefined) {
  await decide(context, id, { status, reason: reason ?? null, by: verified(context).id })
  return report(context, id)
}

export const adminReportRoutes = {
  all: os.reports.all.handler(async ({ input, context }) => {
    const { status, limit = PAGE, cursor } = input.query
    const { rows, pending } = await listReports(context.db.read, { status, after: idCursor(cursor), limit })
    const { items, next_cursor } = pageOf<ReportRow>(rows, limit)
    return { items: items.map(presentReport), next_cursor, pending }
  }),
  one: os.reports.one.handler(({ input, context }) => report(context, input.params.id)),
  resolve: os.reports.resolve.handler(({ input, context }) =>
    decided(context, input.params.id, 'resolved', input.body.reason),
  ),
  dismiss: os.reports.dismiss.handler(({ input, context }) =>
    decided(context, input.params.id, 'dismissed', input.body.reason),
  ),
  message: os.reports.message.handler(async ({ input, context }) => {
    await messageReporter(context, verified(context), input.params.id, input.body)
    return { sent: true as const }
  }),
  hide: os.reports.hide.handler(async ({ input, context }) => {
    await setHidden(context, { by: verified(context), hidden: true, body: input.body })
    return { hidden: true as const }
  }),
  show: os.reports.show.handler(async ({ input, context }) => {
    await setHidden(context, { by: verified(context), hidden: false, body: input.body })
    return { hidden: false as const }
  }),
}
