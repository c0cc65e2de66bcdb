import { Navigate, useLocation } from 'react-router'
import { signInPath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { usePageTitle } from '../app/page-title.ts'
import { OnWayPage, useOnWay } from '../features/wanted/on-way-page.tsx'

export default function RideWantedRoute() {
  const t = useT()
  const { status } = useSession()
  const { pathname } = useLocation()
  const way = useOnWay(status !== 'signed-out')
  // The heading of a ride that is not the reader's differs, and would take the focus with it.
  usePageTitle(way.loaded ? t('posts.on_your_way') : undefined)
  return status === 'signed-out' ? <Navigate to={signInPath(pathname)} replace /> : <OnWayPage {...way} />
}
