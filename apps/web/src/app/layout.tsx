import { Outlet, useNavigation } from 'react-router'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { useToastPlace } from '#ui/toast'
import { BottomNav } from './bottom-nav.tsx'
import { Footer } from './footer.tsx'
import { LateParts } from './late-parts.tsx'
import { NavBar } from './nav-bar.tsx'
import { OfflineLine } from './offline-line.tsx'
import { PageHead } from './page-head.ts'
import { PageSpinner } from './page-spinner.tsx'
import { useScrollRestoration } from './scroll.ts'
import { useSessionNotice } from './session-notice.ts'

export function Layout() {
  const t = useT()
  const { status } = useSession()
  useScrollRestoration()
  useSessionNotice()
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className={skipLink}>
        {t('core.skip_to_content')}
      </a>
      <PendingLine />
      <NavBar />
      <OfflineLine />
      {/* Tall enough that the footer stays below the fold while a page loads. */}
      <main id="main" tabIndex={-1} className="min-h-[80dvh] flex-1 outline-none">
        {status === 'loading' ? <PageSpinner /> : <Outlet />}
        <PageHead />
      </main>
      {/* Before the footer, so that a press in the page is a few stops away from the toast that it shows. */}
      <div ref={useToastPlace()} />
      <Footer />
      <BottomNav />
      <LateParts />
    </div>
  )
}

/** Shows that the next page is on its way, once that takes a moment. */
function PendingLine() {
  const t = useT()
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div role="progressbar" aria-label={t('core.loading')} className="appears-soon fixed inset-x-0 top-0 z-40">
      <div className="h-1 w-full animate-breathe bg-brand" />
    </div>
  )
}

const skipLink =
  'fixed start-4 top-3 z-50 -translate-y-24 rounded-field opacity-0 bg-brand px-4 py-2.5 font-semibold text-on-brand ' +
  'focus-visible:translate-y-0 focus-visible:opacity-100'
