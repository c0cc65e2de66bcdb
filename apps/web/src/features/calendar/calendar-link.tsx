/** The calendar's parts for other features. */
import type { ReactNode } from 'react'
import { buttonClass } from '#ui/button'
import { Icon } from '#ui/icon'

interface CalendarLinkProps {
  /** The file's address: `tripCalendarPath` or `rideCalendarPath`. */
  path: string
  className?: string
  children: ReactNode
}

/** Links to a file that the device's calendar opens. */
export function CalendarLink({ path, className = '', children }: CalendarLinkProps) {
  return (
    <a href={path} download className={buttonClass({ variant: 'ghost', size: 'sm', className })}>
      <Icon name="calendar" size={18} />
      {children}
    </a>
  )
}
