import type { OwnRide, RideReservation } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { T, useT } from '#lib/i18n'
import { DetourBox } from '../rides/detour-notice.tsx'
import { detourName, minutesLater } from '../rides/detours.ts'

interface RequestedDetourProps {
  ride: Pick<OwnRide, 'arrival_time'>
  request: Pick<RideReservation, 'detour' | 'section'>
}

const figure = <bdi className="whitespace-nowrap" />

/** Says what accepting the request means for the trip: the detour and its place, the later arrival, and that the others are notified. */
export function RequestedDetour({
  ride: { arrival_time: before },
  request: { detour, section },
}: RequestedDetourProps) {
  const t = useT()
  const { time } = useFormat()
  if (!detour) return null
  const place = detourName(section, detour)
  const arrival = { time: time(minutesLater(before, detour.minutes)), before: time(before) }
  const title = (
    <T
      id="reservations.detour"
      values={{ minutes: detour.minutes, place }}
      components={[figure, <bdi key="place" />]}
    />
  )
  return (
    <DetourBox title={title} className="max-w-text">
      <p className="font-medium">
        <T id="reservations.detour_arrival" values={arrival} components={[figure, figure]} />
      </p>
      {detour.minutes_over_limit > 0 && (
        <p className="mt-0.5 font-medium text-warning">
          {t('reservations.detour_over', { minutes: detour.minutes_over_limit })}
        </p>
      )}
      <p className="mt-0.5 text-sm text-soft">{t('reservations.detour_effect', { place })}</p>
    </DetourBox>
  )
}
