import { useEffect, useId, useRef, useState } from 'react'
import type { OwnReservation } from '@samtur/contract/reservations'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { RatingDialog } from './rating-dialog.tsx'

interface RateButtonProps {
  reservation: Pick<OwnReservation, 'id' | 'can_rate' | 'own_rating' | 'ride'>
  className?: string
}

/** Rates the driver of an accepted reservation: not before departure, and once. Stands in a row of buttons that wraps. */
export function RateButton({ reservation, className }: RateButtonProps) {
  const t = useT()
  const nameOf = usePersonName()
  const hintId = useId()
  // Known here before the list has been loaded anew.
  const [given, setGiven] = useState<number>()
  const [opening, setOpening] = useState(0)
  const [open, setOpen] = useState(false)
  const rating = reservation.own_rating ?? given

  if (rating !== undefined) return <GivenRating rating={rating} focused={given !== undefined} />
  if (!reservation.can_rate) {
    return (
      <>
        <Button size="sm" variant="quiet" icon="star" aria-disabled aria-describedby={hintId} className={className}>
          {t('ratings.rate_ride')}
        </Button>
        <span id={hintId} className="basis-full text-sm text-soft sm:text-end">
          {t('ratings.rate_after')}
        </span>
      </>
    )
  }
  const start = () => {
    setOpening((count) => count + 1)
    setOpen(true)
  }
  return (
    <>
      <Button size="sm" icon="star" onClick={start} className={className}>
        {t('ratings.rate_ride')}
      </Button>
      {/* Each opening starts empty, with a key of its own. */}
      {opening > 0 && (
        <RatingDialog
          key={opening}
          reservationId={reservation.id}
          driver={nameOf(reservation.ride.driver.full_name)}
          open={open}
          onClose={() => setOpen(false)}
          onRated={setGiven}
        />
      )}
    </>
  )
}

/** Takes the focus when it replaces the button that was pressed. */
function GivenRating({ rating, focused }: { rating: number; focused: boolean }) {
  const t = useT()
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (focused) place.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <span ref={place} tabIndex={-1} className="inline-flex items-center">
      <Tag tone="sun" icon="star">
        {t('ratings.you_gave', { rating })}
      </Tag>
    </span>
  )
}
