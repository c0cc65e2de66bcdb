import { useQuery, useQueryClient } from '@tanstack/react-query'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import '#lib/idle'
import { ButtonLink } from '#ui/button'
import { useChanged } from '#lib/live-changes'
import { WaitingCount } from './admin-nav.tsx'
import { pendingQuery } from './queries.ts'

/** The administrator's menu on every page, with the number of open reports and requests. */
export function AdminButton({ wide }: { wide?: boolean }) {
  const t = useT()
  const client = useQueryClient()
  const { data: pending } = useQuery(pendingQuery)
  const refresh = () => void client.invalidateQueries({ queryKey: pendingQuery.queryKey })
  useChanged('reports', refresh)
  useChanged('support', refresh)
  const count = pending ? pending.reports + pending.support : 0
  return (
    <ButtonLink to={paths.adminReports} variant="quiet" icon="shield" wide={wide ?? false}>
      {t('admin.button')}
      {count > 0 && <WaitingCount count={count} />}
    </ButtonLink>
  )
}
