import type { Me } from '@samtur/contract/accounts'
import { paths, signInPath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { BackLink } from '#ui/back-link'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { PageHeader } from '#ui/page'
import { ClosingSection } from './closing-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { ExportSection } from './export-section.tsx'

/** The person's data: the export, and the deletion. */
export function MyDataScreen() {
  const { me } = useSession()
  return me ? <MyData me={me} /> : <SignInFirst />
}

function MyData({ me }: { me: Me }) {
  const t = useT()
  // An account in deletion has no profile page.
  const back = !me.purge_at && <BackLink to={paths.ownProfile}>{t('privacy.to_profile')}</BackLink>
  return (
    <>
      <PageHeader title={t('privacy.title')} lead={t('privacy.lead')} back={back} />
      <div className="flex flex-col gap-4.5">
        <ExportSection me={me.id} />
        {me.purge_at ? <ClosingSection purgeAt={me.purge_at} /> : <DeletionSection admin={me.role === 'admin'} />}
      </div>
    </>
  )
}

function SignInFirst() {
  const t = useT()
  return (
    <EmptyState
      level="h1"
      drawing={<Landscape scene="done" />}
      title={t('privacy.sign_in_first')}
      text={t('privacy.sign_in_first_text')}
      action={<ButtonLink to={signInPath(paths.myData)}>{t('privacy.sign_in')}</ButtonLink>}
    />
  )
}
