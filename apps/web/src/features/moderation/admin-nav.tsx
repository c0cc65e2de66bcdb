import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { pendingQuery } from './queries.ts'

/** Links to the administrator's pages. */
export function AdminNav() {
  const t = useT()
  const { data: pending } = useQuery(pendingQuery)
  const pages = [
    { to: paths.adminReports, label: t('admin.nav_reports'), waiting: pending?.reports },
    { to: paths.adminSupport, label: t('admin.nav_support'), waiting: pending?.support },
    { to: paths.adminUsers, label: t('admin.nav_users') },
    { to: paths.adminRates, label: t('admin.nav_rates') },
    { to: paths.adminPoints, label: t('admin.nav_points') },
    { to: paths.adminOperations, label: t('admin.nav_operations') },
  ]
  return (
    <nav aria-label={t('admin.nav_label')} className="mb-4 flex flex-wrap gap-x-5 gap-y-1">
      {pages.map(({ to, label, waiting }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="inline-flex min-h-11 items-center gap-1.5 border-b-2 border-transparent font-semibold text-link hover:underline aria-[current=page]:border-brand aria-[current=page]:text-text"
        >
          {label}
          {waiting !== undefined && waiting > 0 && <WaitingCount count={waiting} />}
        </NavLink>
      ))}
    </nav>
  )
}

/** A number of open items; in words for screen readers. */
export function WaitingCount({ count }: { count: number }) {
  const t = useT()
  const format = useFormat()
  return (
    <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-full border border-transparent bg-danger px-1.5 text-[0.75rem]/none font-semibold text-on-danger tabular">
      <span aria-hidden="true">{count > 99 ? '99+' : format.number(count)}</span>
      <span className="sr-only">{t('admin.waiting', { count })}</span>
    </span>
  )
}
