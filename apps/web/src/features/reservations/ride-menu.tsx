import { editRidePath, rideCalendarPath } from '@samtur/contract/paths'
import type { OwnRide } from '@samtur/contract/reservations'
import { useT } from '#lib/i18n'
import { DisclosureMenu } from '#ui/disclosure-menu'
import { Icon } from '#ui/icon'
import { useCancelRide } from '../rides/manage-ride.tsx'

interface RideMenuProps {
  ride: OwnRide
  className: string
}

/** What a driver may want to do with a ride before it departs. */
export function RideMenu({ ride, className }: RideMenuProps) {
  const t = useT()
  const { ask, dialog } = useCancelRide(ride)
  const section = t('reservations.section', { from: ride.start_location, to: ride.end_location })
  return (
    <div className={className}>
      <DisclosureMenu
        plain
        align="end"
        label={
          <>
            <Icon name="more" size={22} />
            <span className="max-sm:sr-only">{t('reservations.ride_menu')}</span>
            <span className="sr-only"> {section}</span>
          </>
        }
        items={[
          { key: 'edit', icon: 'edit', label: t('manage.edit'), to: editRidePath(ride.id) },
          {
            key: 'calendar',
            icon: 'calendar',
            label: t('reservations.add_to_calendar'),
            to: rideCalendarPath(ride.id),
            download: true,
          },
          { key: 'cancel', icon: 'block', label: t('manage.cancel'), onSelect: ask },
        ]}
        buttonClassName="inline-flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-field text-sm font-semibold hover:bg-sunk sm:px-3"
      />
      {dialog}
    </div>
  )
}
