import { Navigate, useLocation } from '#lib/router'
import { signInPath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { usePageTitle } from '../app/page-title.ts'
import { OnWayPage } from '../features/wanted/on-way-page.tsx'

export default function RideWantedRoute() {
  const t = useT()
  const { status } = useSession()
  const { pathname } = useLocation()
  usePageTitle(t('posts.on_your_way'))
  return status === 'signed-out' ? <Navigate to={signInPath(pathname)} replace /> : <OnWayPage />
}
