import { useQuery } from '@tanstack/react-query'
import type { UserDetail } from '@samtur/contract/moderation'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Part } from '#ui/details'
import { Alert } from '#ui/alert'
import { Avatar } from '#ui/avatar'
import { Dialog } from '#ui/dialog'
import { RowsSkeleton } from '#ui/rows-skeleton'
import { UserBadges, LoadFailure } from './admin-states.tsx'
import { LogEntry } from './log-entry.tsx'
import { calledBy } from './model.ts'
import { userQuery } from './queries.ts'
import { EndSessions, UserActions } from './user-actions.tsx'

interface UserDialogProps {
  /** Null while none is open. */
  id: string | null
  onClose: () => void
}

/** One account: its data, sessions, log, and the actions. */
export function UserDialog({ id, onClose }: UserDialogProps) {
  const t = useT()
  const query = useQuery({ ...userQuery(id ?? ''), enabled: id !== null })
  const user = id === null ? undefined : query.data
  return (
    <Dialog
      open={id !== null}
      onClose={onClose}
      size="lg"
      title={user ? <bdi className="wrap-anywhere">{calledBy(user)}</bdi> : t('admin.title')}
      closeLabel={t('core.close')}
      footer={user && <UserActions user={user} />}
    >
      {query.isError && <LoadFailure query={query} what={t('admin.detail_failed')} />}
      {!user && !query.isError && <RowsSkeleton label={t('core.loading')} rows={3} />}
      {user && <Detail user={user} />}
    </Dialog>
  )
}

function Detail({ user }: { user: UserDetail }) {
  const t = useT()
  const format = useFormat()
  return (
    // A scrolling area has to be reachable by keyboard, also without a button in it.
    <div role="group" aria-label={calledBy(user)} tabIndex={0} className="flex flex-col gap-6 rounded-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={user.full_name} src={user.profile_picture} />
        <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
          <bdi dir="ltr">{user.email}</bdi>
        </p>
        <UserBadges user={user} />
      </div>
      {user.suspended && (
        <Alert tone="danger" title={t('admin.suspended_since', { date: format.dateTime(user.suspended.at) })}>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {user.suspended.reason}
          </p>
        </Alert>
      )}
      {user.purge_at && (
        <Alert tone="warning" title={t('admin.purge_on', { date: format.dateTime(user.purge_at) })}>
          {t('admin.purge_text')}
        </Alert>
      )}
      <Part title={t('admin.facts')}>
        <Facts user={user} />
      </Part>
      <Part title={t('admin.sessions')}>
        <Sessions user={user} />
      </Part>
      <Part title={t('admin.history')}>
        {user.audit.length === 0 && <p className="text-soft">{t('admin.no_history')}</p>}
        <ul>
          {user.audit.map((entry) => (
            <LogEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      </Part>
    </div>
  )
}

function Facts({ user }: { user: UserDetail }) {
  const t = useT()
  const format = useFormat()
  const yesNo = (value: boolean) => (value ? t('admin.yes') : t('admin.no'))
  const facts: [label: string, value: string][] = [
    [t('admin.registered'), format.date(user.created_at)],
    [t('admin.last_active_label'), format.date(user.last_active_on)],
    [t('admin.is_driver'), yesNo(user.is_driver)],
    [t('admin.two_factor'), yesNo(user.two_factor_enabled)],
    [t('admin.rides'), format.number(user.counts.rides)],
    [t('admin.reservations'), format.number(user.counts.reservations)],
    [t('admin.not_met'), format.number(user.counts.not_met)],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Sessions({ user }: { user: UserDetail }) {
  const t = useT()
  const format = useFormat()
  if (user.sessions.length === 0) return <p className="text-soft">{t('admin.no_sessions')}</p>
  const nameOf = ({ browser, system }: UserDetail['sessions'][number]['device']) =>
    browser && system ? t('admin.device', { browser, system }) : browser || system || t('admin.unknown_device')
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="w-full">
        {user.sessions.map(({ id, device, created_at, last_active_on }) => (
          <li key={id} className="border-t border-line py-2 first:border-t-0 first:pt-0">
            <p className="font-medium">{nameOf(device)}</p>
            <p className="text-sm text-soft">
              {t('admin.session_times', { created: format.date(created_at), active: format.date(last_active_on) })}
            </p>
          </li>
        ))}
      </ul>
      <EndSessions user={user} />
    </div>
  )
}
