/** How the administrator's pages read reports. */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { reportStatuses, type HideableKind, type ReportDetail, type ReportStatus } from '@samtur/contract/reports'
import type { UserState } from '@samtur/contract/moderation'

const isStatus = (text: string | null): text is ReportStatus => reportStatuses.some((status) => status === text)

/** Returns the filters in the address, without invalid ones. */
export function readReportsAddress(params: URLSearchParams) {
  const status = params.get('status')
  return { status: isStatus(status) ? status : ('' as const), report: params.get('report') }
}

type State = Pick<ReportDetail, 'status'>

/** pending → resolved or dismissed, and never back. */
export const canDecide = ({ status }: State) => status === 'pending'
/** A reporter is not written to about a dismissed report, nor after deleting the account. */
export const canMessage = ({ status, reporter }: State & Pick<ReportDetail, 'reporter'>) =>
  status !== 'dismissed' && reporter !== null && reporter.full_name !== ''
/** Returns the possible action on the reported account; none while it is being deleted. */
export const actionFor = (state: UserState) =>
  state === 'closing' ? undefined : state === 'suspended' ? 'lift' : 'suspend'

type People = Pick<ReportDetail, 'reporter' | 'reported'>

/** Returns which of the two members has written a message. */
export const senderOf = ({ reporter, reported }: People, id: string) =>
  id === reported.id || !reporter ? reported : reporter

/** Returns the name of the reporter, which is that of the product where it has filed the report itself. */
export const reporterName = ({ reporter }: Pick<People, 'reporter'>) => (reporter ? reporter.full_name : PRODUCT_NAME)

/** Content that is shown or hidden, and can be changed to the other. */
export interface Hideable {
  kind: HideableKind
  id: string
  hidden: boolean
}

/** An action on a report; each has its dialog. */
export type Task = { do: 'resolve' | 'dismiss' | 'message' | 'suspend' | 'lift' } | { do: 'hide'; what: Hideable }
