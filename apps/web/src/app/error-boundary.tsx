import { Component, lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Button, ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Page } from '#ui/page'
import { retryFailedPages } from './lazy-page.ts'
import { usePageTitle } from './page-title.ts'

interface Props {
  /** The current address; the error is cleared when it changes. */
  address: string
  children: ReactNode
}

interface State {
  address: string
  failed: boolean
}

/** Catches errors of a page and keeps the bar and the footer. React itself logs the error to the console. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { address: this.props.address, failed: false }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { address, failed: false }
  }

  override render() {
    const again = () => this.setState({ failed: false })
    return this.state.failed ? <CrashPage onAgain={again} /> : this.props.children
  }
}

// Loads the drawing when it is needed. The page does without it when that fails.
const Drawing = lazy<ComponentType>(() =>
  import('#ui/landscape').then(
    ({ Landscape }) => ({ default: () => <Landscape scene="offline" /> }),
    () => ({ default: () => null }),
  ),
)

/** Shown for an error. Without a network the page most likely failed to load, so it retries when the network returns. */
function CrashPage({ onAgain }: { onAgain: () => void }) {
  const t = useT()
  const [offline] = useState(() => !navigator.onLine)
  const title = t(offline ? 'core.offline_title' : 'core.crash_title')
  usePageTitle(title)
  useEffect(() => {
    retryFailedPages()
    if (!offline) return
    addEventListener('online', onAgain)
    return () => removeEventListener('online', onAgain)
  })
  const actions = (
    <>
      <Button icon="refresh" onClick={() => (offline ? onAgain() : location.reload())}>
        {t(offline ? 'core.retry' : 'core.reload')}
      </Button>
      <ButtonLink variant="quiet" to={offline ? paths.myRides : paths.home} reloadDocument={!offline}>
        {t(offline ? 'nav.my_rides' : 'core.to_home')}
      </ButtonLink>
    </>
  )
  return (
    <Page width="text">
      <EmptyState
        level="h1"
        drawing={
          offline && (
            <Suspense>
              <Drawing />
            </Suspense>
          )
        }
        title={title}
        text={t(offline ? 'core.offline_page' : 'core.crash_text')}
        action={actions}
      />
    </Page>
  )
}
