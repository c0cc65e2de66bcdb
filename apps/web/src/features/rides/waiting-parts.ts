import { createContext, use, type ReactNode } from 'react'
import type { RideDetail } from '@samtur/contract/rides'
import type { ButtonSize } from '#ui/button'

export interface WaitButtonProps {
  ride: RideDetail
  /** Opens without a press, where the button can be seen. */
  atOnce?: boolean | undefined
  size?: ButtonSize
  wide?: boolean
  className?: string
}

interface WaitingParts {
  button: (props: WaitButtonProps) => ReactNode
  notice: (props: { ride: RideDetail }) => ReactNode
}

/** Provides what the feature `reservations`, which builds on this one, shows of waiting lists; the route of a ride puts both together. */
export const WaitingContext = createContext<WaitingParts>({ button: () => null, notice: () => null })

/** Renders the button with which a reader joins the waiting list. */
export const WaitButton = (props: WaitButtonProps) => use(WaitingContext).button(props)

/** Renders the reader's place on the ride's waiting list, or the offer of a seat. */
export const WaitingNotice = (props: { ride: RideDetail }) => use(WaitingContext).notice(props)
