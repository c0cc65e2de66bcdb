import { Component, useEffect, type ReactNode } from 'react'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Button, ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Page } from '#ui/page'
import { retryFailedPages } from './lazy-page.ts'
import { usePageTitle } from './page-title.ts'

interface Props {
  /** Another address is another attempt. */
  address: string
  children: ReactNode
}

interface State {
  address: string
  failed: boolean
}

/** Catches what a page throws; the bar and the footer stay. React itself reports the error to the console. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { address: this.props.address, failed: false }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { address, failed: false }
  }

  override render() {
    return this.state.failed ? <CrashPage /> : this.props.children
  }
}

function CrashPage() {
  const t = useT()
  usePageTitle(t('core.crash_title'))
  useEffect(retryFailedPages, [])
  const actions = (
    <>
      <Button icon="refresh" onClick={() => location.reload()}>
        {t('core.reload')}
      </Button>
      <ButtonLink variant="quiet" to={paths.home} reloadDocument>
        {t('core.to_home')}
      </ButtonLink>
    </>
  )
  return (
    <Page width="text">
      <EmptyState level="h1" title={t('core.crash_title')} text={t('core.crash_text')} action={actions} />
    </Page>
  )
}
