import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Button, ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { PageHeader } from '#ui/page'
import { Tabs } from '#ui/tabs'
import { useToast } from '#ui/toast'
import { AuditLog } from './audit-log.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { changedAddress, readAddress } from './model.ts'
import { UserDialog } from './user-dialog.tsx'
import { UserList } from './user-list.tsx'

/** The administrator's users. What one may see is decided by the server; this only says so in words. */
export function AdminScreen() {
  const { me } = useSession()
  return me?.role === 'admin' ? <Administration /> : <AccessDenied />
}

function Administration() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const [inviting, setInviting] = useState(false)
  const { tab, user } = readAddress(params)
  const go = (changes: Record<string, string>, replace = false) =>
    setParams(changedAddress(params, changes), { replace })
  const show = (id: string) => go({ user: id })
  return (
    <>
      <PageHeader
        title={t('admin.title')}
        actions={
          <Button icon="mail" onClick={() => setInviting(true)}>
            {t('admin.invite')}
          </Button>
        }
      />
      <Tabs
        label={t('admin.tabs_label')}
        value={tab}
        onChange={(next) => go({ tab: next === 'users' ? '' : next }, true)}
        items={[
          { value: 'users', label: t('admin.tab_users'), icon: 'people' },
          { value: 'log', label: t('admin.tab_log'), icon: 'clock' },
        ]}
      >
        {tab === 'users' ? <UserList onShow={show} /> : <AuditLog onShow={show} />}
      </Tabs>
      <UserDialog id={user} onClose={() => go({ user: '' }, true)} />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

/** For everybody else, on the page and as a message. */
export function AccessDenied() {
  const t = useT()
  const toast = useToast()
  const { me } = useSession()
  const tell = useEffectEvent(() => toast({ tone: 'error', title: t('admin.denied_title'), key: 'denied' }))
  useEffect(() => tell(), [])
  return (
    <EmptyState
      level="h1"
      drawing={<Landscape scene="not-found" />}
      title={t('admin.denied_title')}
      text={t('admin.denied_text')}
      action={
        me ? (
          <ButtonLink to={paths.home}>{t('core.to_home')}</ButtonLink>
        ) : (
          <ButtonLink to={`${paths.auth}?${new URLSearchParams({ next: paths.adminUsers })}`}>
            {t('admin.log_in')}
          </ButtonLink>
        )
      }
    />
  )
}
