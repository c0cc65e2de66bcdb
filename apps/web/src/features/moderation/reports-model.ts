/** How the administrator's pages read reports. */
import { reportStatuses, type HideableKind, type ReportDetail, type ReportStatus } from '@samtur/contract/reports'
import type { UserState } from '@samtur/contract/moderation'

const isStatus = (text: string | null): text is ReportStatus => reportStatuses.some((status) => status === text)

/** What the address asks for; anything else in it is left out. */
export function readReportsAddress(params: URLSearchParams) {
  const status = params.get('status')
  return { status: isStatus(status) ? status : ('' as const), report: params.get('report') }
}

type State = Pick<ReportDetail, 'status'>

/** pending → resolved or dismissed, and never back. */
export const canDecide = ({ status }: State) => status === 'pending'
/** Whoever reported is not written to about a report that was dismissed; nor is anybody who has left. */
export const canMessage = ({ status, reporter }: State & Pick<ReportDetail, 'reporter'>) =>
  status !== 'dismissed' && reporter.full_name !== ''
/** What can be done to the account of the reported person; nothing once it is going. */
export const deedFor = (state: UserState) =>
  state === 'closing' ? undefined : state === 'suspended' ? 'lift' : 'suspend'

type People = Pick<ReportDetail, 'reporter' | 'reported'>

/** Who of the two has written a message; nobody else is in the conversation. */
export const senderOf = ({ reporter, reported }: People, id: string) => (id === reported.id ? reported : reporter)

/** Content that is shown or hidden now, and can become the other. */
export interface Hideable {
  kind: HideableKind
  id: string
  hidden: boolean
}

/** What is to be done about a report; each asks in a dialog of its own. */
export type Task = { do: 'resolve' | 'dismiss' | 'message' | 'suspend' | 'lift' } | { do: 'hide'; what: Hideable }
