import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Page, PageHeader } from '#ui/page'
import { Tabs } from '#ui/tabs'
import { changedAddress } from '#lib/changed-address'
import { AdminNav } from './admin-nav.tsx'
import { AuditLog } from './audit-log.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { readAddress } from './model.ts'
import { UserDialog } from './user-dialog.tsx'
import { UserList } from './user-list.tsx'

/** The administrator's users. */
export function AdminScreen() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const [inviting, setInviting] = useState(false)
  const { tab, user } = readAddress(params)
  const go = (changes: Record<string, string>, replace = false) =>
    setParams(changedAddress(params, changes), { replace })
  const show = (id: string) => go({ user: id })
  return (
    <Page>
      <AdminNav />
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
        {tab === 'users' && <UserList onShow={show} />}
        {tab === 'log' && <AuditLog onShow={show} />}
      </Tabs>
      <UserDialog id={user} onClose={() => go({ user: '' }, true)} />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  )
}
