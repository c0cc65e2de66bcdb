import { useState } from 'react'
import { deletionDays } from '@samtur/contract/constants'
import type { UserDetail } from '@samtur/contract/moderation'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Button } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { useReauthentication } from '../accounts/reauthentication.tsx'
import { calledBy } from './model.ts'
import { type AccountAction, useAccountAction, useEndUserSessions } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** The possible actions on an account; each needs a reason. */
export function UserActions({ user }: { user: UserDetail }) {
  const t = useT()
  const texts = useActionTexts(calledBy(user))
  const { me } = useSession()
  const [action, setAction] = useState<AccountAction>()
  const dialog = action && (
    <AccountActionDialog id={user.id} action={action} name={calledBy(user)} onClose={() => setAction(undefined)} />
  )
  const liftFactor = user.two_factor_enabled && user.id !== me?.id && (
    <Button variant="quiet" onClick={() => setAction('liftSecondFactor')}>
      {texts.liftSecondFactor.label}
    </Button>
  )
  if (user.role === 'admin')
    return (
      <>
        <p className="w-full text-sm text-soft">{t('admin.protected')}</p>
        {liftFactor}
        {dialog}
      </>
    )
  const shutOrOpen: AccountAction = user.suspended ? 'lift' : 'suspend'
  return (
    <>
      <Button variant={user.suspended ? 'primary' : 'quiet'} onClick={() => setAction(shutOrOpen)}>
        {texts[shutOrOpen].label}
      </Button>
      {liftFactor}
      {!user.purge_at && (
        <Button variant="danger" icon="trash" onClick={() => setAction('deleteUser')}>
          {texts.deleteUser.label}
        </Button>
      )}
      {dialog}
    </>
  )
}

interface AccountActionDialogProps {
  id: string
  action: AccountAction
  /** The person's name. */
  name: string
  /** The report on which the action is taken. */
  reportId?: string
  onClose: () => void
}

/** Suspends, reopens or deletes an account. */
export function AccountActionDialog({ id, action, name, reportId, onClose }: AccountActionDialogProps) {
  const texts = useActionTexts(name)
  const { mutateAsync } = useAccountAction(id)
  const { run, dialog } = useReauthentication()
  return (
    <>
      <ReasonDialog
        texts={texts[action]}
        variant={action === 'lift' ? 'primary' : 'danger'}
        run={(reason) => run(() => mutateAsync({ action, reason, reportId }))}
        onClose={onClose}
      />
      {dialog}
    </>
  )
}

function useActionTexts(name: string) {
  const t = useT()
  return {
    suspend: {
      label: t('admin.suspend'),
      title: t('admin.suspend_title', { name }),
      text: t('admin.suspend_text', { name }),
      hint: t('admin.reason_told'),
      done: t('admin.suspended_toast'),
    },
    lift: {
      label: t('admin.lift'),
      title: t('admin.lift_title', { name }),
      text: t('admin.lift_text', { name }),
      hint: t('admin.reason_logged'),
      done: t('admin.lifted_toast'),
    },
    liftSecondFactor: {
      label: t('admin.lift_factor'),
      title: t('admin.lift_factor_title', { name }),
      text: t('admin.lift_factor_text', { name }),
      hint: t('admin.reason_told'),
      done: t('admin.lift_factor_toast'),
    },
    deleteUser: {
      label: t('admin.delete'),
      title: t('admin.delete_title', { name }),
      text: t('admin.delete_text', { days: deletionDays }),
      hint: t('admin.reason_told'),
      done: t('admin.deleted_toast'),
    },
  }
}

/** Signs a person out everywhere: needs no reason, but a confirmation. */
export function EndSessions({ user }: { user: UserDetail }) {
  const t = useT()
  const [confirming, setConfirming] = useState(false)
  const { mutateAsync: end } = useEndUserSessions(user.id)
  const { start, busy } = useAction({
    toastKey: 'admin-sessions',
    run: () => end().finally(() => setConfirming(false)),
    success: ({ ended }) => ({ title: t('admin.sessions_ended', { count: ended }) }),
  })
  return (
    <>
      <Button variant="quiet" size="sm" icon="logout" onClick={() => setConfirming(true)}>
        {t('admin.end_sessions')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void start(undefined)}
        title={t('admin.end_sessions_title', { name: calledBy(user) })}
        confirmLabel={t('admin.end_sessions')}
        cancelLabel={t('core.cancel')}
        closeLabel={t('core.close')}
        variant="danger"
        busy={busy}
      >
        {t('admin.end_sessions_text')}
      </ConfirmDialog>
    </>
  )
}
