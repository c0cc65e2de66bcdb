import type { UserState, UserSummary } from '@samtur/contract/moderation'
import { paths } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import { ApiError } from '#lib/api'
import { useFailureWithToast, type Retried } from '#lib/failure'
import { useT } from '#lib/i18n'
import { Failure } from '#ui/failure'
import { Alert } from '#ui/alert'
import { Tag } from '#ui/badge'
import { StatusBadge, type Status } from '#ui/status-badge'
import { ButtonLink } from '#ui/button'

const looks: Record<UserState, Status> = {
  active: 'accepted',
  unconfirmed: 'pending',
  suspended: 'rejected',
  closing: 'cancelled',
}

// i18n-dynamic: admin.state.*
export const stateText = (t: Translate, state: UserState) => t(`admin.state.${state}`)

/** An account's state, and a badge for an administrator's account. */
export function UserBadges({ user: { state, role } }: { user: Pick<UserSummary, 'state' | 'role'> }) {
  const t = useT()
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {role === 'admin' && (
        <Tag tone="info" icon="shield">
          {t('admin.role_admin')}
        </Tag>
      )}
      <StatusBadge status={looks[state]}>{stateText(t, state)}</StatusBadge>
    </span>
  )
}

interface LoadFailureProps {
  query: Retried
  /** What failed to load. */
  what: string
}

/** Shows what failed and what to do: try again, or first set up the second factor that administrators need. */
export function LoadFailure({ query, what }: LoadFailureProps) {
  if (query.error instanceof ApiError && query.error.code === 'two_factor_required') return <TwoFactorFirst />
  return <FailureWithToast query={query} what={what} />
}

/** Shows the failure as a toast once, and in place of the content. */
function FailureWithToast({ query, what }: LoadFailureProps) {
  return <Failure {...useFailureWithToast(query, what)} title={what} className="mb-5" />
}

function TwoFactorFirst() {
  const t = useT()
  return (
    <Alert
      tone="warning"
      icon="lock"
      title={t('admin.two_factor_title')}
      action={<ButtonLink to={paths.security}>{t('admin.to_security')}</ButtonLink>}
    >
      {t('admin.two_factor_text')}
    </Alert>
  )
}
