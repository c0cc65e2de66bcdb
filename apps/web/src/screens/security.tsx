import { Page } from '#ui/page'
import { SecurityScreen } from '../features/accounts/security-screen.tsx'
import { ServicesSection } from '../features/identities/services-section.tsx'
import { TwoFactorSection } from '../features/identities/two-factor-section.tsx'

export default function SecurityPage() {
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
