import { Navigate, useLocation } from 'react-router'
import { signInPath } from '@samtur/contract/paths'
import { useSession } from '#lib/session'
import { OnWayPage, useOnWay } from '../features/wanted/on-way-page.tsx'

export default function RideWantedRoute() {
  const { status } = useSession()
  const { pathname } = useLocation()
  const way = useOnWay(status !== 'signed-out')
  return status === 'signed-out' ? <Navigate to={signInPath(pathname)} replace /> : <OnWayPage {...way} />
}
