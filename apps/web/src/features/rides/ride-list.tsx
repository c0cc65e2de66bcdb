import { Suspense } from 'react'
import type { Ride } from '@samtur/contract/rides'
import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { RideActions } from './ride-actions.tsx'
import { RideCard, RideGrid } from './ride-card.tsx'

export function RideList({ rides, level }: { rides: readonly Ride[]; level?: 'h2' | 'h3' | 'h4' }) {
  return (
    <RideGrid count={rides.length}>
      {rides.map((ride) => (
        <li key={ride.id} className="min-w-0">
          {/* React hydrates each by itself, so that a press on the page does not wait for all. */}
          <Suspense>
            <RideCard ride={ride} actions={<RideActions ride={ride} />} level={level} />
          </Suspense>
        </li>
      ))}
    </RideGrid>
  )
}

export interface RidesProblemProps {
  error: unknown
  retry: () => void
  busy: boolean
  /** The page's own heading says what failed. */
  headed?: boolean
}

/** Rides that could not be fetched: says so in their place, and the rest of the page stays. */
export function RidesProblem({ error, retry, busy, headed }: RidesProblemProps) {
  const t = useT()
  const errorText = useErrorText()
  const action = (
    <Button variant="quiet" size="sm" icon="refresh" busy={busy} onClick={retry}>
      {t('core.retry')}
    </Button>
  )
  return (
    <Alert tone="danger" live title={headed ? undefined : t('rides.load_failed')} action={action}>
      {errorText(error)}
    </Alert>
  )
}
