import { useEffect, useId, useRef, useState } from 'react'
import type { OwnReservation, RideReservation } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useLatePart } from '#lib/late-part'
import { usePersonName } from '#lib/person-name'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { loadRatingDialog } from './late-form.ts'

type Side = Pick<OwnReservation, 'id' | 'can_rate' | 'can_rate_from' | 'own_rating' | 'ride'>
type OtherSide = Pick<RideReservation, 'id' | 'can_rate' | 'can_rate_from' | 'own_rating' | 'passenger'>

interface RateButtonProps {
  /** The passenger's own reservation: rates the driver. One on the driver's ride: rates the passenger. */
  reservation: Side | OtherSide
  className?: string
}

/** Rates the other side of an accepted reservation: not before departure, once, and not soon after another rating of the same person. Stands in a row of buttons that wraps. */
export function RateButton({ reservation, className }: RateButtonProps) {
  const nameOf = usePersonName()
  // Known here before the list has been loaded anew.
  const [given, setGiven] = useState<number>()
  const [opening, setOpening] = useState(0)
  const [open, setOpen] = useState(false)
  const dialog = useLatePart(loadRatingDialog)
  const rating = reservation.own_rating ?? given
  const toPassenger = 'passenger' in reservation
  const name = nameOf(toPassenger ? reservation.passenger.full_name : reservation.ride.driver.full_name)

  if (rating !== undefined) return <GivenRating rating={rating} focused={given !== undefined} />
  if (!reservation.can_rate) {
    const from = reservation.can_rate_from
    if (from) return <NotYet className={className} name={name} from={from} toPassenger={toPassenger} />
    // A driver has many passengers: what cannot be pressed yet would stand there many times.
    return toPassenger || hasLeft(reservation.ride) ? null : <Later />
  }
  const start = () => {
    setOpening((count) => count + 1)
    setOpen(true)
  }
  return (
    <>
      <Button size="sm" icon="star" busy={dialog.busy} onClick={() => dialog.open(start)} className={className}>
        <Label name={toPassenger ? name : undefined} />
      </Button>
      {/* Each opening starts empty, with a new idempotency key. */}
      {dialog.Part && opening > 0 && (
        <dialog.Part
          key={opening}
          reservationId={reservation.id}
          rated={toPassenger ? 'passenger' : 'driver'}
          name={name}
          open={open}
          onClose={() => setOpen(false)}
          onRated={setGiven}
        />
      )}
    </>
  )
}

const hasLeft = ({ departure_time }: OwnReservation['ride']) => Date.parse(departure_time) <= Date.now()

/** Named after the passenger, because each one has the same button. */
function Label({ name }: { name: string | undefined }) {
  const t = useT()
  if (name === undefined) return t('ratings.rate_ride')
  return (
    <span>
      {t('ratings.rate_passenger')} <span className="sr-only">{name}</span>
    </span>
  )
}

/** Before departure: no button, because there is nothing to press yet. */
function Later() {
  const t = useT()
  return <span className="text-sm text-soft">{t('ratings.rate_later')}</span>
}

interface NotYetProps {
  className: string | undefined
  /** Of the person, and from when the next rating is possible. */
  name: string
  from: string
  toPassenger: boolean
}

function NotYet({ className, name, from, toPassenger }: NotYetProps) {
  const t = useT()
  const format = useFormat()
  const hintId = useId()
  return (
    <>
      <Button size="sm" variant="quiet" icon="star" aria-disabled aria-describedby={hintId} className={className}>
        <Label name={toPassenger ? name : undefined} />
      </Button>
      <span id={hintId} className="basis-full text-sm text-soft sm:text-end">
        {t('ratings.rate_again', { name, time: format.dateTime(from) })}
      </span>
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
