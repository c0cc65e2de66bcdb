import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { paths } from '@samtur/contract/paths'
import type { Contact, RideDetail } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { optionalPart } from '#lib/optional-part'
import { readablePhone, readablePlate } from '#lib/readable'
import { ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { Icon } from '#ui/icon'
import { BottomBar } from '#ui/bottom-bar'
import { TimeRange } from '#ui/time-range'
import { DetourPrice } from './detour-notice.tsx'
import { withDetourStop } from './detours.ts'
import { hasEstimate } from './model.ts'
import { ConfirmedName } from '../identities/confirmed-name.tsx'
import { DriverLine } from './driver-line.tsx'
import { ContactLink } from './ride-actions.tsx'
import { Fact } from './ride-facts.tsx'
import { RidePrice, RideTags } from './ride-head.tsx'
import { ReserveButton } from './reserve-button.ts'
import { ShareButton } from './share-button.tsx'
import { WaitButton } from './waiting-parts.ts'
import { WhatNext } from './what-next.tsx'

// Only on paper; it is loaded ahead, because printing does not wait for it.
const PrintAddress = optionalPart(async () => (await import('./print-address.tsx')).PrintAddress)

// Only the driver has it.
const RideManagement = lazy(async () => ({ default: (await import('./manage-ride.tsx')).RideManagement }))

interface ReservableProps {
  ride: RideDetail
  /** Opens the request for a seat without a press. */
  reserveAtOnce: boolean
}

/** After the times, or beside them: how to reach the driver, who that is, what it costs and the way to a seat. */
export function RideAside({ ride, reserveAtOnce, className = '' }: ReservableProps & { className?: string }) {
  const t = useT()
  const format = useFormat()
  const own = ride.viewer === 'driver'
  const label = useAskLabel(ride)
  const contact = ride.contact && <ContactCard contact={ride.contact} own={own} />
  return (
    <div className={`flex min-w-0 flex-col gap-4 sm:gap-5 ${className}`}>
      {/* What a passenger looks for on the day comes before what has long been agreed. */}
      {!own && contact}
      <Card as="section" aria-label={t('ride.driver')} className="flex flex-col gap-4">
        <DriverLine driver={ride.driver} size="lg" />
        {ride.name_confirmed && (
          <p>
            <ConfirmedName confirmed={ride.name_confirmed} />
          </p>
        )}
        {!own && !ride.driver_unavailable && <ContactLink ride={ride} wide />}
      </Card>
      <Card as="section" aria-label={t('ride.price')} className="flex flex-col gap-4">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <RidePrice kroner={ride.section.price} currency={ride.currency} size="xl" />
          <span aria-hidden="true" className="text-soft">
            {t('rides.per_person')}
          </span>
          <p className="basis-full text-sm text-soft empty:hidden">
            <DetourPrice ride={ride} />
          </p>
        </div>
        <RideTags ride={ride} />
        {ride.above_cost_share && ride.cost_share !== null && (
          <p className="text-sm text-soft">
            {t('ride.above_share_text', { price: format.price(ride.cost_share, ride.currency).text })}
          </p>
        )}
        {ride.bookable && (
          <div className="max-md:hidden">
            <ReserveButton ride={ride} label={label} atOnce={reserveAtOnce} size="lg" wide />
          </div>
        )}
        {ride.can_wait && (
          <div className="max-md:hidden">
            <WaitButton ride={ride} atOnce={reserveAtOnce} wide />
          </div>
        )}
        <ShareButton ride={ride} />
        {own && (
          <>
            <ButtonLink to={`${paths.myRides}?tab=rides`} variant="quiet" wide>
              {t('nav.my_rides')}
            </ButtonLink>
            <Suspense fallback={ride.status === 'active' && <div className="h-26" />}>
              <RideManagement ride={ride} wide />
            </Suspense>
          </>
        )}
      </Card>
      {own && ride.status === 'active' && contact}
      {ride.bookable && <WhatNext ride={ride} />}
      <OnPaper ride={ride} />
    </div>
  )
}

/** Milliseconds after which the page has settled. */
const patience = 3000

function OnPaper({ ride }: { ride: RideDetail }) {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    started && (
      <Suspense>
        <PrintAddress ride={ride} />
      </Suspense>
    )
  )
}

/** Names the button for a seat by a detour. */
function useAskLabel({ detour }: RideDetail) {
  const t = useT()
  return detour ? t('detours.ask') : undefined
}

/** Only the driver and accepted passengers get this from the server. */
function ContactCard({ contact, own }: { contact: Contact; own: boolean }) {
  const t = useT()
  const headingId = useId()
  return (
    <Card as="section" tone="tint" aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3 text-lg! text-on-tint">
        {own ? t('ride.contact_own') : t('ride.contact_title')}
      </h2>
      <dl className="grid grid-cols-2 gap-x-5 gap-y-3">
        {contact.phone && (
          <Fact label={t('ride.phone')} className="col-span-2">
            <a
              href={`tel:${contact.phone}`}
              dir="ltr"
              className="inline-flex min-h-11 items-center gap-2 rounded-sm text-link tabular underline underline-offset-3"
            >
              <Icon name="phone" size={18} />
              {readablePhone(contact.phone)}
            </a>
          </Fact>
        )}
        <Fact label={t('ride.license_plate')}>
          <span dir="ltr" className="inline-block rounded-sm border border-edge bg-surface px-2 tabular">
            {readablePlate(contact.license_plate)}
          </span>
        </Fact>
        <Fact label={t('ride.car_color')}>
          <bdi>{contact.car_color}</bdi>
        </Fact>
      </dl>
    </Card>
  )
}

const barButton = 'min-w-[45%] shrink! px-4!'

/** On a phone the way to a seat stays where the thumb is. */
export function RideBottomBar({ ride, reserveAtOnce }: ReservableProps) {
  const t = useT()
  const { time } = useFormat()
  const label = useAskLabel(ride)
  return (
    <BottomBar>
      <div className="shrink-0 grow">
        <RidePrice kroner={ride.section.price} currency={ride.currency} />
        <p className="mt-1 text-sm whitespace-nowrap text-soft">
          {hasEstimate(withDetourStop(ride)) && `${t('rides.circa')} `}
          <TimeRange>
            {t('ride.times', { from: time(ride.section.departure_time), to: time(ride.section.arrival_time) })}
          </TimeRange>
        </p>
      </div>
      {ride.bookable ? (
        <ReserveButton ride={ride} label={label} atOnce={reserveAtOnce} size="lg" className={barButton} />
      ) : (
        <WaitButton ride={ride} atOnce={reserveAtOnce} size="lg" className={barButton} />
      )}
    </BottomBar>
  )
}
