/** Operations on reports. */
import type { ReportDetail, ReportSummary } from '@samtur/contract/reports'
import { notOffered } from './errors.ts'
import { mustBe, mustBeNow, type Operation, type OperationInput, pageFrom, readPages, valueOf } from './operations.ts'
import type { Row } from './shapes.ts'

const byId = { id: { operators: ['eq'], required: true } } as const

export const reportOperations: readonly Operation[] = [
  {
    name: 'user_reports.insert',
    table: 'user_reports',
    verb: 'POST',
    filters: {},
    body: ['reporter_id', 'reported_id', 'reason', 'status'],
    needs: ['reported_id', 'reason'],
    run: report,
  },
  {
    name: 'user_reports.all',
    table: 'user_reports',
    verb: 'GET',
    filters: {},
    order: 'created_at.desc',
    run: listReports,
  },
  {
    name: 'user_reports.decide',
    table: 'user_reports',
    verb: 'PATCH',
    filters: byId,
    body: ['status', 'reviewed_at', 'reviewed_by'],
    needs: ['status'],
    run: decideReport,
  },
]

async function report(input: OperationInput): Promise<Row[]> {
  const { product, caller, body } = input
  const create = product.reach('moderation.report')
  const { reporter_id: reporter = caller?.id, status, ...fields } = body[0] ?? {}
  mustBe('user_reports', 'reporter_id', reporter, caller?.id)
  mustBe('user_reports', 'status', status, 'pending')
  const { id, created_at } = await create({ body: fields } as never)
  const none = { reviewed_at: null, reviewed_by: null }
  return [{ id, reporter_id: reporter, ...fields, status: 'pending', created_at, ...none }]
}

const reportRow = (one: ReportSummary | ReportDetail): Row => ({
  id: one.id,
  reporter_id: one.reporter?.id ?? null,
  reported_id: one.reported.id,
  reason: one.reason,
  status: one.status,
  created_at: one.created_at,
  reviewed_at: one.reviewed_at,
  reviewed_by: one.reviewed_by?.id ?? null,
})

async function listReports(input: OperationInput): Promise<Row[]> {
  const { product, enough } = input
  const all = product.reach('reports.all')
  const items = await readPages((cursor) => all({ query: pageFrom(cursor) }), enough)
  return items.map(reportRow)
}

async function decideReport(input: OperationInput): Promise<Row[]> {
  const { product, caller, filters, body } = input
  const { status, reviewed_at: at, reviewed_by: by } = body[0] ?? {}
  const decide = product.reach(status === 'dismissed' ? 'reports.dismiss' : 'reports.resolve')
  if (status !== 'resolved' && status !== 'dismissed')
    throw notOffered('user_reports', 'A pending report is resolved or dismissed.')
  mustBe('user_reports', 'reviewed_by', by, caller?.id)
  mustBeNow(input, 'user_reports', 'reviewed_at', at)
  return [reportRow(await decide({ params: { id: valueOf(filters, 'id') ?? '' }, body: {} }))]
}
