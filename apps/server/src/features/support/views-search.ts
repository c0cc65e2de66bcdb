/** The administrator's list: what the filters leave, newest first. */
import { sql, type RawBuilder } from 'kysely'
import type { RequestCounts, RequestFilters } from '@samtur/contract/support'
import type { Executor } from '#platform/db/database'
import type { Cursor } from '#platform/http/cursor'
import { behind, commonColumns, summaryColumns, type SummaryRow } from './views.ts'

/** How many of the newest are looked at before the index of words is asked: what many requests say is among them. */
const NEWEST = 1000
/** Beyond these nothing is found of a text that the index of words cannot look for. */
const NEWEST_FOR_FEW_LETTERS = 10_000
/** Beyond this it is only said that there are more. */
export const COUNTED = 1000

const filtered = ({ status, type }: RequestFilters) => sql`
  ${status ? sql`and request.status = ${status}` : sql``} ${type ? sql`and request.filter_type = ${type}` : sql``}`

const patternOf = (q: string) => sql`'%' || fold_name(${q.replace(/[\\%_]/g, '\\$&')}) || '%'`

/** Three letters in a row are what the index of words can look for. */
const isWord = (q: string): boolean => /[\p{L}\p{N}]{3}/u.test(q)

interface Page {
  after: Cursor | undefined
  limit: number
}

/** At most `limit` + 1 of what the filters leave. */
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

/** Whichever page is asked for, it is the same requests that are looked at. */
const withFewLetters = (filters: RequestFilters, q: string) => sql`
  from (
    select id, created_at, search_text from support_request request where true ${filtered(filters)}
    order by created_at desc, id desc limit ${NEWEST_FOR_FEW_LETTERS}) request
  where search_text like ${patternOf(q)}`

const byFewLetters = (filters: RequestFilters, { after, limit }: Page, q: string) => sql`
  select id ${withFewLetters(filters, q)} ${behind(after)} order by created_at desc, id desc limit ${limit + 1}`

/** Not left to the planner, who would go through all requests by their time for a word that hardly any has. */
const byWords = (filters: RequestFilters, { after, limit }: Page, q: string) => sql`
  with found as materialized (
    select id, created_at from support_request request where search_text like ${patternOf(q)} ${filtered(filters)} ${behind(after)})
  select id from found order by created_at desc, id desc limit ${limit + 1}`

async function list(executor: Executor, ids: RawBuilder<unknown>, limit: number): Promise<SummaryRow[]> {
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from (${ids}) page join support_request request on request.id = page.id
      left join profile requester on requester.id = request.user_id
    order by request.created_at desc, request.id desc limit ${limit + 1}`.execute(executor)
  return rows
}

/** Of all requests, whatever the filters. Most are resolved: those are not counted one by one. */
export async function countAll(executor: Executor): Promise<RequestCounts> {
  const { rows } = await sql<Omit<RequestCounts, 'resolved'>>`
    select (select count(*) from support_request)::integer as total,
      (select count(*) from support_request where status = 'pending')::integer as pending,
      (select count(*) from support_request where status = 'in_progress')::integer as in_progress`.execute(executor)
  const { total, pending, in_progress } = rows[0] ?? { total: 0, pending: 0, in_progress: 0 }
  return { total, pending, in_progress, resolved: total - pending - in_progress }
}

/** How many the filters leave, as many as the list leads to: with a text no more than `max` are counted. Without `max`: all there are. */
export async function countMatching(executor: Executor, filters: RequestFilters, max?: number): Promise<number> {
  const { q } = filters
  const text = q === undefined ? sql`` : sql`and search_text like ${patternOf(q)}`
  const upTo = q === undefined || max === undefined ? sql`` : sql`limit ${max}`
  const matching =
    q === undefined || max === undefined || isWord(q)
      ? sql`from support_request request where true ${text} ${filtered(filters)}`
      : withFewLetters(filters, q)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select ${matching} ${upTo}) found`.execute(executor)
  return rows[0]?.count ?? 0
}

export interface ExportedRow extends SummaryRow {
  description: string
  admin_reply: string | null
  admin_notes: string | null
  reviewed_at: Date | null
  reviewer: string | null
}

interface ExportPage extends Page {
  /** Nothing that came later. */
  until: Date
}

/** The next rows of an export, at most `limit` + 1, each page from where the one before ended. */
export async function listExported(
  executor: Executor,
  filters: RequestFilters,
  page: ExportPage,
): Promise<ExportedRow[]> {
  const text = filters.q === undefined ? sql`` : sql`and (request.search_text || '') like ${patternOf(filters.q)}`
  const { rows } = await sql<ExportedRow>`
    select ${commonColumns}, request.name, request.email, request.user_id, request.description, request.admin_reply,
      request.admin_notes, request.reviewed_at, reviewer.full_name as reviewer
    from support_request request left join profile reviewer on reviewer.id = request.reviewed_by
    where request.created_at <= ${page.until} ${text} ${filtered(filters)} ${behind(page.after)}
    order by request.created_at desc, request.id desc limit ${page.limit + 1}`.execute(executor)
  return rows
}
