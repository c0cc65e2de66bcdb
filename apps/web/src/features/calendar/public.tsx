/** What other parts of the pages may use of the calendar. */
import type { ReactNode } from 'react'
import { buttonClass } from '#ui/button'
import { Icon } from '#ui/icon'

interface CalendarLinkProps {
  /** Of the file: `tripCalendarPath` or `rideCalendarPath`. */
  path: string
  className?: string
  children: ReactNode
}

/** A file that the device's calendar opens. */
export function CalendarLink({ path, className = '', children }: CalendarLinkProps) {
  return (
    <a href={path} download className={buttonClass({ variant: 'ghost', size: 'sm', className })}>
      <Icon name="calendar" size={18} />
      {children}
    </a>
  )
}
