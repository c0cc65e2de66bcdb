import { HelpPage } from '../features/help/help-page.tsx'

export default function HelpSupportRoute() {
  return <HelpPage />
}
