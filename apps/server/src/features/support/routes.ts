import type { AuditDetails } from '@samtur/contract/moderation'
import { type RequestFilters, requestFilters } from '@samtur/contract/support'
import { os, signedIn, verified, type ApiContext } from '#platform/http/context'
import { decodeCursor, encodeCursor, type Cursor } from '#platform/http/cursor'
import { assertThat } from '#platform/http/errors'
import {
  presentDetail,
  presentExported,
  presentMessage,
  presentOwn,
  presentOwnDetail,
  presentSummary,
} from './present.ts'
import type { FiledRequest } from './store.ts'
import { askAsGuest, askAsMember, changeRequest, handOver, reply, say, startExport } from './service.ts'
import { findExport, findOwn, findRequest, listDays, listOwn } from './views.ts'
import { COUNTED, countAll, countMatching, listExported, searchRequests } from './views-search.ts'

const PAGE = 50
const EXPORT_PAGE = 500

function pageOf<Row extends { id: string; created_at: Date | string }>(rows: Row[], limit: number) {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, next_cursor: last ? encodeCursor(new Date(last.created_at), last.id) : null }
}

const behind = (cursor: string | undefined): Cursor | undefined =>
  cursor === undefined ? undefined : decodeCursor(cursor)

const presentFiled = ({ id, status, created_at }: FiledRequest) => ({
  id,
  status,
  created_at: new Date(created_at).toISOString(),
})

/** As they were logged when it began. */
const filtersOf = ({ q, status, type }: AuditDetails): RequestFilters => requestFilters.parse({ q, status, type })

async function ownDetail({ db }: Pick<ApiContext, 'db'>, id: string, userId: string) {
  const row = await findOwn(db.read, { id, userId })
  assertThat(row, 'not_found')
  return presentOwnDetail(row)
}

async function detail({ db }: Pick<ApiContext, 'db'>, id: string) {
  const row = await findRequest(db.read, id)
  assertThat(row, 'not_found')
  return presentDetail(row)
}

const ownRoutes = {
  create: os.support.create.handler(async ({ input, context }) => {
    const { caller } = context
    return presentFiled(
      caller?.verified ? await askAsMember(context, caller, input.body) : await askAsGuest(context, input.body),
    )
  }),
  handOver: os.support.handOver.handler(async ({ input, context }) => {
    const caller = verified(context)
    return ownDetail(context, await handOver(context, caller, input.body), caller.id)
  }),
  own: os.support.own.handler(async ({ input, context }) => {
    const { limit = PAGE, cursor } = input.query
    const rows = await listOwn(context.db.read, { userId: signedIn(context).id, after: behind(cursor), limit })
    const { items, next_cursor } = pageOf(rows, limit)
    return { items: items.map(presentOwn), next_cursor }
  }),
  ownOne: os.support.ownOne.handler(({ input, context }) => ownDetail(context, input.params.id, signedIn(context).id)),
  say: os.support.say.handler(async ({ input, context }) => {
    const { content, client_id: clientId } = input.body
    return presentMessage(await say(context, verified(context), { requestId: input.params.id, content, clientId }))
  }),
}

const adminRoutes = {
  all: os.support.all.handler(async ({ input, context }) => {
    const { limit = PAGE, cursor, ...filters } = input.query
    const { read } = context.db
    const after = behind(cursor)
    const { q, status, type } = filters
    const isCounted = q === undefined && type === undefined
    const [rows, counts, found] = await Promise.all([
      searchRequests(read, filters, { after, limit }),
      countAll(read),
      isCounted ? undefined : countMatching(read, filters, COUNTED),
    ])
    const matching = found ?? counts[status ?? 'total']
    const { items, next_cursor } = pageOf(rows, limit)
    return { items: items.map(presentSummary), next_cursor, counts, matching }
  }),
  one: os.support.one.handler(({ input, context }) => detail(context, input.params.id)),
  update: os.support.update.handler(async ({ input, context }) => {
    const { status, admin_notes: notes } = input.body
    await changeRequest(context, verified(context), { requestId: input.params.id, status, notes })
    return detail(context, input.params.id)
  }),
  reply: os.support.reply.handler(async ({ input, context }) => {
    const { message: content, client_id: clientId } = input.body
    await reply(context, { requestId: input.params.id, content, clientId })
    return detail(context, input.params.id)
  }),
  days: os.support.days.handler(async ({ context }) => ({ items: await listDays(context.db.read) })),
  startExport: os.support.startExport.handler(async ({ input, context }) => {
    const { id, total } = await startExport(context, verified(context), input.body)
    return { export_id: id, total }
  }),
  exportRows: os.support.exportRows.handler(async ({ input, context }) => {
    const { export_id: id, cursor } = input.query
    const started = await findExport(context.db.read, id, verified(context).id)
    assertThat(started, 'not_found')
    const page = { after: behind(cursor), limit: EXPORT_PAGE, until: started.at }
    const { items, next_cursor } = pageOf(
      await listExported(context.db.read, filtersOf(started.details), page),
      EXPORT_PAGE,
    )
    return { items: items.map(presentExported), next_cursor }
  }),
}

export const supportRoutes = { ...ownRoutes, ...adminRoutes }
