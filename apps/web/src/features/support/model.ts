/** View logic of support requests and their messages. No React. */
import type { OwnRequestDetail, RequestType, SupportMessage, SupportStatus } from '@samtur/contract/support'
import type { Status } from '#ui/status-badge'
import type { IconName } from '#ui/icon'

export const statusLooks: Record<SupportStatus, { status: Status; icon: IconName }> = {
  pending: { status: 'pending', icon: 'clock-pending' },
  in_progress: { status: 'neutral', icon: 'chat' },
  resolved: { status: 'accepted', icon: 'check-circle' },
}

export const statusTexts = {
  pending: 'support.status_pending',
  in_progress: 'support.status_in_progress',
  resolved: 'support.status_resolved',
} as const satisfies Record<SupportStatus, string>

/** Older types have the texts of the newer ones. */
export const typeTexts = {
  general: 'support.type_general',
  technical: 'support.type_technical',
  account: 'support.type_account',
  safety: 'support.type_safety',
  payment: 'support.type_payment',
  report_user: 'support.type_report_user',
  legal: 'support.type_legal',
  feature: 'support.type_feature',
  billing: 'support.type_payment',
  bug_report: 'support.type_technical',
  feature_request: 'support.type_feature',
  admin_message: 'support.type_admin_message',
} as const satisfies Record<RequestType, string>

/** Adds a message once, because its response may come after the live event about it. */
export function withMessage(request: OwnRequestDetail, message: SupportMessage): OwnRequestDetail {
  const others = request.messages.filter(({ id }) => id !== message.id)
  return { ...request, messages: [...others, message].toSorted((a, b) => a.seq - b.seq) }
}

/** Returns the lines of a conversation: the description comes first unless it began with messages. */
export function linesOf({ id, origin, description, created_at, messages }: OwnRequestDetail): SupportMessage[] {
  if (origin !== 'form') return messages
  return [{ id, seq: 0, author: 'person', content: description, created_at }, ...messages]
}
