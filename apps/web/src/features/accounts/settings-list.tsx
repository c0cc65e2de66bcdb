import { Link } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Card } from '#ui/card'
import { Icon, type IconName } from '#ui/icon'

interface Entry {
  to: string
  icon: IconName
  label: string
  hint: string
}

/** The ways to everything about the account that is not shown to others. */
export function SettingsList() {
  const t = useT()
  const { me } = useSession()
  const entries: Entry[] = [
    { to: paths.security, icon: 'shield', label: t('settings.security'), hint: t('settings.security_hint') },
    {
      to: `${paths.notifications}?tab=settings`,
      icon: 'bell',
      label: t('settings.notifications'),
      hint: t('settings.notifications_hint'),
    },
    { to: paths.blocked, icon: 'block', label: t('settings.blocked'), hint: t('settings.blocked_hint') },
    { to: paths.myData, icon: 'download', label: t('settings.data'), hint: t('settings.data_hint') },
    ...(me?.role === 'admin'
      ? [{ to: paths.adminUsers, icon: 'people' as const, label: t('settings.admin'), hint: t('settings.admin_hint') }]
      : []),
  ]
  return (
    <Card as="section" aria-labelledby="settings-heading">
      <h2 id="settings-heading" className="mb-1.5 text-xl">
        {t('settings.title')}
      </h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.to} className="border-t border-line first:border-t-0">
            <Link
              to={entry.to}
              className="group -mx-2 flex min-h-11 items-center gap-3 rounded-sm px-2 py-3 no-underline hover:bg-sunk"
            >
              <Icon name={entry.icon} size={22} className="text-soft" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold group-hover:underline">{entry.label}</span>
                <span className="block text-sm text-soft">{entry.hint}</span>
              </span>
              <Icon name="chevron-end" size={18} className="text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
