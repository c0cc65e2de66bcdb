import type { RequestType, SupportStatus } from '@samtur/contract/support'
import type { Translate } from '@samtur/i18n/translate'
import { useT } from '#lib/i18n'
import { Tag } from '#ui/badge'
import { StatusBadge, type Status } from '#ui/status-badge'
import type { IconName } from '#ui/icon'

const looks: Record<SupportStatus, { status: Status; icon?: IconName }> = {
  pending: { status: 'pending' },
  in_progress: { status: 'neutral', icon: 'refresh' },
  resolved: { status: 'accepted' },
}

// i18n-dynamic: admin_support.status.*
export const statusText = (t: Translate, status: SupportStatus) => t(`admin_support.status.${status}`)
// i18n-dynamic: admin_support.type.*
export const typeText = (t: Translate, type: RequestType) => t(`admin_support.type.${type}`)

export function RequestBadge({ status }: { status: SupportStatus }) {
  const t = useT()
  return <StatusBadge {...looks[status]}>{statusText(t, status)}</StatusBadge>
}

/** The type of a request; safety is highlighted. */
export function TypeTag({ type }: { type: RequestType }) {
  const t = useT()
  return (
    <Tag tone={type === 'safety' ? 'danger' : 'neutral'} {...(type === 'safety' && { icon: 'warning' as const })}>
      {typeText(t, type)}
    </Tag>
  )
}
