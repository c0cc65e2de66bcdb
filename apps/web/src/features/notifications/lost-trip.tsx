import { useEffect, useRef, useState } from 'react'
import type { Notification } from '@samtur/contract/notifications'
import { searchPath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { osloDay } from '#lib/oslo-time'
import { Button } from '#ui/button'
import { ArrowLink } from '#ui/link'
import { Rescue } from '../wanted/rescue.tsx'
import { lostTrip } from './model.ts'

interface LostTripProps {
  notification: Notification
  now: number
  /** Loads the other ways by itself; otherwise a press does. */
  atOnce: boolean
}

/** Below a notification: other ways to travel, where a trip ended without the reader's doing and is still ahead. */
export function LostTrip({ notification, now, atOnce }: LostTripProps) {
  const t = useT()
  const part = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    // The button that was pressed is gone.
    if (opened) part.current?.focus({ preventScroll: true })
  }, [opened])
  const found = lostTrip(notification, now)
  if (!found) return null
  const { start_location: from, end_location: to, departure_time } = found.trip
  const search = (
    <ArrowLink to={searchPath({ from, to, date: osloDay(Date.parse(departure_time)) })}>
      {t('notifications.find_another')}
    </ArrowLink>
  )
  return (
    <div ref={part} tabIndex={-1} className="px-3 pb-4 outline-none sm:ps-16 sm:pe-4">
      {atOnce || opened ? (
        <Rescue {...found} search={search} />
      ) : (
        <Button variant="quiet" size="sm" onClick={() => setOpened(true)}>
          {t('notifications.other_ways')}
        </Button>
      )}
    </div>
  )
}
