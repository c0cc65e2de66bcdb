import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useMe } from '#lib/session'
import { BackLink } from '#ui/back-link'
import { Page, PageHeader } from '#ui/page'
import { ClosingSection } from './closing-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { ExportSection } from './export-section.tsx'

/** The person's data: the export, and the deletion. */
export function MyDataScreen() {
  const t = useT()
  const me = useMe()
  // An account in deletion has no profile page.
  const back = !me.purge_at && <BackLink to={paths.ownProfile}>{t('privacy.to_profile')}</BackLink>
  return (
    <Page width="text">
      <PageHeader title={t('privacy.title')} lead={t('privacy.lead')} back={back} />
      <div className="flex flex-col gap-4.5">
        <ExportSection me={me.id} />
        {me.purge_at ? <ClosingSection purgeAt={me.purge_at} /> : <DeletionSection admin={me.role === 'admin'} />}
      </div>
    </Page>
  )
}
