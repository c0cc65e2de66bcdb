/** Notifies the people of a support request and their open pages. */
import type { NotificationKind } from '@samtur/contract/notifications'
import { matchLanguage } from '@samtur/i18n/translate'
import { listAdministrators } from '#features/moderation/port'
import { notify } from '#features/notifications/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { queueMail } from '#platform/mail/outbox'
import type { SupportMail } from './mails.ts'
import type { LockedRequest } from './store.ts'
import { findMember } from './views.ts'

type Deps = Pick<Parts, 'bus'>

interface RequestUpdate {
  kind: Extract<NotificationKind, `support_${string}`>
  dedupeKey: string
  /** The mail in place of the notification, and the row that it is made from. */
  mail: { kind: SupportMail; id: string }
}

/** Notifies a member by a notification, and by mail a guest or a member whose account is suspended or being deleted. */
export async function notifyRequester(
  tx: Tx,
  deps: Deps,
  request: Pick<LockedRequest, 'id' | 'user_id' | 'subject' | 'email' | 'locale'>,
  { kind, dedupeKey, mail }: RequestUpdate,
): Promise<void> {
  const member = request.user_id === null ? undefined : await findMember(tx, request.user_id)
  if (member?.notifiable) {
    const path = requestPath(request.id)
    return notify(tx, deps, [{ to: member.id, kind, params: { subject: request.subject }, path, dedupeKey }])
  }
  const { email, locale } = member ?? request
  if (email) await sendMail(tx, deps, { ...mail, recipient: email, locale })
}

/** Returns the page of a person's own request. */
const requestPath = (id: string) => `/help-support?tab=requests&request=${id}`

/** Queues a mail that names a row only: its text is read when it is written, and is gone once the person is erased. */
export async function sendMail(
  tx: Tx,
  { bus }: Deps,
  { kind, recipient, locale, id }: { kind: SupportMail; recipient: string; locale: string; id: string },
) {
  await queueMail(tx, { kind, recipient, locale: matchLanguage([locale]), data: { id } })
  afterCommit(() => bus.emit('outbox', null))
}

/** Lets the open pages of the requester and of all administrators read the request again. */
export async function announce(tx: Tx, { bus }: Deps, requester: string | null): Promise<void> {
  const people = new Set([...(requester === null ? [] : [requester]), ...(await listAdministrators(tx))])
  if (people.size > 0) afterCommit(() => bus.emit('changed', { user_ids: [...people], what: 'support' }))
}
