import { createContext, use, type ReactNode } from 'react'
import type { Ride } from '@samtur/contract/rides'
import type { ButtonSize } from '#ui/button'

export interface ReserveButtonProps {
  ride: Ride
  label?: string | undefined
  /** In a list, whose rides come without the reader's reservation: it is loaded, and shown in place of the button. */
  inList?: boolean
  /** Opens without a press, where the button can be seen. */
  atOnce?: boolean | undefined
  /** In a row of a list it is not filled, and drawn lower than it can be pressed. */
  look?: 'row'
  size?: ButtonSize
  wide?: boolean
  className?: string
}

/** Provides the button of the feature `reservations`, which builds on this one; the routes put both together. */
export const ReserveContext = createContext<(props: ReserveButtonProps) => ReactNode>(() => null)

/** Renders the button with which a reader asks for a seat. */
export function ReserveButton(props: ReserveButtonProps) {
  return use(ReserveContext)(props)
}
