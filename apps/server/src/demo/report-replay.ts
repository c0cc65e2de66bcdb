/** Replays the reports of the plan. */
import { sql } from 'kysely'
import { addAuditEntry, addReport, addReportOfPerson, decideReport } from '#features/moderation/store'
import type { Tx } from '#platform/db/database'
import type { Event, IdOf, Plan, PlannedReport } from './planned.ts'

const actions = { resolved: 'report_resolved', dismissed: 'report_dismissed' } as const

/** Returns the events of a report; without a demo administrator it stays undecided. */
export function reportEvents(report: PlannedReport, { administrator }: Plan, idOf: IdOf): Event[] {
  const { reason, about, at, decision } = report
  const [reporterId, reportedId, by] = [report.reporter, report.reported, administrator].map(idOf)
  if (!reporterId || !reportedId) throw new Error('a report of or about somebody who is not there')
  const pair = { reporterId, reportedId, reason }
  let id = ''
  const file = async (tx: Tx) => {
    if (about === 'comment')
      await addReport(tx, { ...pair, ratingId: await findId(tx, ratingBy(reportedId, reporterId)) })
    else {
      const chatId = about === 'conversation' ? await findId(tx, chatOf(reporterId, reportedId)) : null
      await addReportOfPerson(tx, { ...pair, category: null, chatId })
    }
    id = await findId(
      tx,
      sql`select id from user_report where reporter_id = ${reporterId} and reported_id = ${reportedId}`,
    )
  }
  if (!decision || !by) return [{ at, happen: file }]
  const decide = async (tx: Tx) => {
    const { status, reason: why } = decision
    await decideReport(tx, id, { status, reason: why, by })
    const details = { report_id: id }
    await addAuditEntry(tx, { actor_id: by, action: actions[status], subject_id: reportedId, reason: why, details })
  }
  return [
    { at, happen: file },
    { at: decision.at, happen: decide },
  ]
}

const chatOf = (a: string, b: string) =>
  sql`select id from chat where ${a} in (driver_id, passenger_id) and ${b} in (driver_id, passenger_id)`
const ratingBy = (rater: string, rated: string) =>
  sql`select id from rating where rater_id = ${rater} and rated_id = ${rated} and comment is not null order by created_at desc limit 1`

async function findId(tx: Tx, query: ReturnType<typeof chatOf>): Promise<string> {
  const { rows } = await query.execute(tx)
  const id = (rows as { id: string }[])[0]?.id
  if (id === undefined) throw new Error("the demo's plan does not work out: what is reported is not there")
  return id
}
