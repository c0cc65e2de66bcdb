/** The administrators' list of requests, newest first, and its export. */
import { sql, type RawBuilder } from 'kysely'
import type { RequestCounts, RequestFilters } from '@samtur/contract/support'
import type { Executor } from '#platform/db/database'
import type { Cursor } from '#platform/http/cursor'
import { instant, integer, nullable, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'
import { behind, commonColumns, commonRow, summaryColumns, type SummaryRow, summaryRow } from './views.ts'

/** How many of the newest requests are read before the index of words is used: a frequent text is among them. */
const NEWEST = 1000
/** A text that is too short for the index of words is searched among this many of the newest requests. */
const NEWEST_FOR_FEW_LETTERS = 10_000
/** The list counts up to this number of matching requests. */
export const COUNTED = 1000

const filtered = ({ status, type }: RequestFilters) => sql`
  ${status ? sql`and request.status = ${status}` : sql``} ${type ? sql`and request.filter_type = ${type}` : sql``}`

const patternOf = (q: string) => sql`'%' || fold_name(${q.replace(/[\\%_]/g, '\\$&')}) || '%'`

/** Returns whether a text has three letters or digits in a row, which the index of words needs. */
const isWord = (q: string): boolean => /[\p{L}\p{N}]{3}/u.test(q)

interface Page {
  after: Cursor | undefined
  limit: number
}

/** Returns the requests that match the filters, newest first, at most `limit` + 1. */
export async function searchRequests(executor: Executor, filters: RequestFilters, page: Page): Promise<SummaryRow[]> {
  const { q } = filters
  if (q === undefined) return list(executor, newest(filters, page), page.limit)
  if (!isWord(q)) return list(executor, byFewLetters(filters, page, q), page.limit)
  const recent = await list(executor, amongNewest(filters, page, q), page.limit)
  if (recent.length > page.limit) return recent
  return list(executor, byWords(filters, page, q), page.limit)
}

const newest = (filters: RequestFilters, { after, limit }: Page) => sql`
  select request.id from support_request request where true ${filtered(filters)} ${behind(after)}
  order by request.created_at desc, request.id desc limit ${limit + 1}`

const amongNewest = (filters: RequestFilters, { after, limit }: Page, q: string) => sql`
  select id from (
    select id, created_at, search_text from support_request request where true ${filtered(filters)} ${behind(after)}
    order by created_at desc, id desc limit ${NEWEST}) request
  where search_text like ${patternOf(q)} order by created_at desc, id desc limit ${limit + 1}`

/** Searches the same requests for every page. */
const withFewLetters = (filters: RequestFilters, q: string) => sql`
  from (
    select id, created_at, search_text from support_request request where true ${filtered(filters)}
    order by created_at desc, id desc limit ${NEWEST_FOR_FEW_LETTERS}) request
  where search_text like ${patternOf(q)}`

const byFewLetters = (filters: RequestFilters, { after, limit }: Page, q: string) => sql`
  select id ${withFewLetters(filters, q)} ${behind(after)} order by created_at desc, id desc limit ${limit + 1}`

/** Materialized, because the planner would otherwise read all requests by their time for a rare word. */
const byWords = (filters: RequestFilters, { after, limit }: Page, q: string) => sql`
  with found as materialized (
    select id, created_at from support_request request where search_text like ${patternOf(q)} ${filtered(filters)} ${behind(after)})
  select id from found order by created_at desc, id desc limit ${limit + 1}`

async function list(executor: Executor, ids: RawBuilder<unknown>, limit: number): Promise<SummaryRow[]> {
  const { rows } = await rowsOf(summaryRow)`
    select ${summaryColumns} from (${ids}) page join support_request request on request.id = page.id
      left join profile requester on requester.id = request.user_id
    order by request.created_at desc, request.id desc limit ${limit + 1}`.execute(executor)
  return rows
}

const details = {
  description: text,
  admin_notes: nullable(text),
  reviewed_at: nullable(instant),
  reviewed_by: nullable(uuid),
}

/** Returns what administrators see of requests beside the list, by the id of the request. */
export async function listDetails(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, RowOf<typeof details>>> {
  const { rows } = await rowsOf({ id: uuid, ...details })`
    select id, description, admin_notes, reviewed_at, reviewed_by from support_request where id = any(${ids}::uuid[])`.execute(
    executor,
  )
  return new Map(rows.map(({ id, ...detail }) => [id, detail]))
}

/** Counts all requests by status, without the filters. Most are resolved, and those follow from the total. */
export async function countAll(executor: Executor): Promise<RequestCounts> {
  const { rows } = await rowsOf({ total: integer, pending: integer, in_progress: integer })`
    select (select count(*) from support_request)::integer as total,
      (select count(*) from support_request where status = 'pending')::integer as pending,
      (select count(*) from support_request where status = 'in_progress')::integer as in_progress`.execute(executor)
  const { total, pending, in_progress } = rows[0] ?? { total: 0, pending: 0, in_progress: 0 }
  return { total, pending, in_progress, resolved: total - pending - in_progress }
}

/** Returns how many requests match the filters. With a text it counts no more than `max`, where that is given. */
export async function countMatching(executor: Executor, filters: RequestFilters, max?: number): Promise<number> {
  const { q } = filters
  const matchesText = q === undefined ? sql`` : sql`and search_text like ${patternOf(q)}`
  const upTo = q === undefined || max === undefined ? sql`` : sql`limit ${max}`
  const matching =
    q === undefined || max === undefined || isWord(q)
      ? sql`from support_request request where true ${matchesText} ${filtered(filters)}`
      : withFewLetters(filters, q)
  const { rows } = await rowsOf({ count: integer })`
    select count(*)::integer as count from (select ${matching} ${upTo}) found`.execute(executor)
  return rows[0]?.count ?? 0
}

const exportedRow = {
  ...commonRow,
  name: text,
  email: text,
  user_id: nullable(uuid),
  description: text,
  admin_reply: nullable(text),
  admin_notes: nullable(text),
  reviewed_at: nullable(instant),
  reviewer: nullable(text),
}
export type ExportedRow = RowOf<typeof exportedRow>

interface ExportPage extends Page {
  /** Leaves out requests that came later. */
  until: Date
}

/** Returns the next rows of an export, at most `limit` + 1. */
export async function listExported(
  executor: Executor,
  filters: RequestFilters,
  page: ExportPage,
): Promise<ExportedRow[]> {
  const matchesText =
    filters.q === undefined ? sql`` : sql`and (request.search_text || '') like ${patternOf(filters.q)}`
  const { rows } = await rowsOf(exportedRow)`
    select ${commonColumns}, request.name, request.email, request.user_id, request.description, request.admin_reply,
      request.admin_notes, request.reviewed_at, reviewer.full_name as reviewer
    from support_request request left join profile reviewer on reviewer.id = request.reviewed_by
    where request.created_at <= ${page.until} ${matchesText} ${filtered(filters)} ${behind(page.after)}
    order by request.created_at desc, request.id desc limit ${page.limit + 1}`.execute(executor)
  return rows
}
