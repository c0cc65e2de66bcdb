import { useParams } from 'react-router'
import { editRidePath, signInPath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Page } from '#ui/page'
import { EditRideScreen } from '../features/rides/edit-ride-screen.tsx'

export default function EditRideRoute() {
  const t = useT()
  const { id = '' } = useParams()
  const { me } = useSession()
  if (me) return <EditRideScreen key={`${me.id} ${id}`} id={id} />
  return (
    <Page width="text">
      <EmptyState
        level="h1"
        drawing={<Landscape scene="rides" />}
        title={t('edit.login_title')}
        action={<ButtonLink to={signInPath(editRidePath(id))}>{t('edit.log_in')}</ButtonLink>}
      />
    </Page>
  )
}
