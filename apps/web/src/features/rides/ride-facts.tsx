import type { ReactNode } from 'react'
import { trustedTrips } from '@samtur/contract/constants'
import type { RideDetail } from '@samtur/contract/rides'
import { boot } from '#lib/boot'
import { useFormat } from '#lib/format'
import { T, useT } from '#lib/i18n'
import { otherPriceIn } from '@samtur/contract/named-prices'
import { Alert } from '#ui/alert'
import { Card } from '#ui/card'
import { withDetourStop } from './detours.ts'
import { hasDeparted } from './model.ts'
import { useDuration } from './ride-head.tsx'
import { onlyGenderText } from './same-gender-text.ts'

/** The driver's notes, and the car. */
export function RideFacts({ ride, className = '' }: { ride: RideDetail; className?: string }) {
  const t = useT()
  const format = useFormat()
  const { section, notes } = ride
  const other = notes ? otherPriceIn(notes, ride.prices) : undefined
  return (
    <Card as="section" aria-label={t('ride.about')} className={`flex flex-col gap-4 ${className}`}>
      {notes && (
        <div>
          <h2 className="mb-1.5 text-lg!">{t('ride.notes')}</h2>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {notes}
          </p>
          {other !== undefined && (
            <Alert className="mt-3">
              {t(ride.viewer === 'driver' ? 'ride.own_notes_price' : 'ride.notes_price', {
                named: format.price(other, ride.currency).text,
                price: format.price(section.price, ride.currency).text,
              })}
            </Alert>
          )}
        </div>
      )}
      <dl className={`grid grid-cols-2 gap-x-5 gap-y-4 ${notes ? 'border-t border-line pt-4' : ''}`}>
        <Fact label={t('ride.car')}>
          <bdi>
            {ride.car_make} {ride.car_model}
          </bdi>
        </Fact>
        <Fact label={t('ride.duration')}>{useDuration(withDetourStop(ride))}</Fact>
        {!ride.driver_unavailable && !hasDeparted(ride) && ride.waiting?.state !== 'offered' && (
          <Fact label={t('ride.seats')}>
            {t('ride.seats_of', { free: section.available_seats, total: ride.total_seats })}
          </Fact>
        )}
        {/* i18n-dynamic: rides.luggage.* */}
        <Fact label={t('ride.luggage')}>{t(`rides.luggage.${ride.luggage}`)}</Fact>
        <Fact label={t('ride.pets')}>{ride.pets_allowed ? t('ride.pets_welcome') : t('ride.pets_not')}</Fact>
        {ride.instant_booking !== 'off' && !ride.detour && (
          <Fact label={t('rides.instant')}>
            {ride.instant_booking === 'all'
              ? t('ride.instant_all')
              : t('ride.instant_trusted', { count: trustedTrips })}
          </Fact>
        )}
        <Claims ride={ride} />
        {ride.same_gender && boot.config.same_gender && (
          <Fact label={t('same_gender.who')}>{onlyGenderText(t, ride.only_gender)}</Fact>
        )}
        {ride.detour_minutes > 0 && !ride.detour && (
          <Fact label={t('ride.detours')}>
            <T
              id="ride.detours_up_to"
              values={{ minutes: ride.detour_minutes }}
              components={[<bdi key="minutes" className="whitespace-nowrap" />]}
            />
          </Fact>
        )}
      </dl>
    </Card>
  )
}

/** What the driver has typed above our own figures, so that it is plain whose figures the price rests on. */
function Claims({ ride: { claims, currency } }: { ride: RideDetail }) {
  const t = useT()
  const format = useFormat()
  if (!claims) return null
  const { distance_km: km, extra_costs: costs } = claims
  const kroner = (amount: number) => format.price(amount, currency).text
  return (
    <>
      {km && (
        <Fact label={t('ride.claimed_km_label')} className="col-span-2">
          {t('ride.claimed_km', { typed: format.number(km.typed), ours: format.number(km.ours) })}
        </Fact>
      )}
      {costs && (
        <Fact label={t('ride.claimed_costs_label')} className="col-span-2">
          {t('ride.claimed_costs', { typed: kroner(costs.typed), ours: kroner(costs.ours) })}
        </Fact>
      )}
    </>
  )
}

/** One line of a list of facts. */
export function Fact({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
