import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { SecurityScreen } from '../features/accounts/security-screen.tsx'
import { ServicesSection } from '../features/identities/services-section.tsx'
import { TwoFactorSection } from '../features/identities/two-factor-section.tsx'

export default function SecurityPage() {
  const t = useT()
  usePageTitle(t('security.title'))
  return (
    <Page width="text">
      <SecurityScreen>
        {(ways) => (
          <>
            <TwoFactorSection state={ways.two_factor} />
            <ServicesSection services={ways.providers} />
          </>
        )}
      </SecurityScreen>
    </Page>
  )
}
