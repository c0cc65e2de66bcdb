import { useT } from '#lib/i18n'
import { LateTheme } from '../app/late-theme.tsx'
import { usePageTitle } from '../app/page-title.ts'
import { DesignScreen } from '../features/design/design-screen.tsx'

export default function DesignRoute() {
  const t = useT()
  usePageTitle(t('design.title'))
  return <DesignScreen theme={<LateTheme />} />
}
