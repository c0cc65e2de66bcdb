import { NavLink } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'

/** The administrator's pages. */
export function AdminNav() {
  const t = useT()
  const pages = [
    { to: paths.adminUsers, label: t('admin.nav_users') },
    { to: paths.adminRates, label: t('admin.nav_rates') },
  ]
  return (
    <nav aria-label={t('admin.nav_label')} className="mb-4 flex flex-wrap gap-x-5 gap-y-1">
      {pages.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="inline-flex min-h-11 items-center border-b-2 border-transparent font-semibold text-link hover:underline aria-[current=page]:border-brand aria-[current=page]:text-text"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
