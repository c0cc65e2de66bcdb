import { paths, signInPath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useLocation } from 'react-router'
import { useSession } from '#lib/session'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Page } from '#ui/page'
import { PublishScreen } from '../features/rides/publish-screen.tsx'
import { WantedLineContext } from '../features/rides/wanted-line.ts'
import { PublishLine } from '../features/wanted/publish-line.tsx'

const renderLine = (route: { places: string[] }) => <PublishLine {...route} />

export default function PublishRideRoute() {
  const { me } = useSession()
  if (!me) return <SignInFirst />
  return (
    <WantedLineContext value={renderLine}>
      <PublishScreen key={me.id} me={me} />
    </WantedLineContext>
  )
}

function SignInFirst() {
  const t = useT()
  const { search } = useLocation()
  return (
    <Page width="text">
      <EmptyState
        level="h1"
        drawing={<Landscape scene="rides" />}
        title={t('publish.login_title')}
        text={t('publish.login_text')}
        action={<ButtonLink to={signInPath(paths.publishRide + search)}>{t('publish.log_in')}</ButtonLink>}
      />
    </Page>
  )
}
