import type { ReactNode } from 'react'
import { pill } from './badge.tsx'
import { Icon, type IconName } from './icon.tsx'

export type Status = 'pending' | 'accepted' | 'rejected' | 'cancelled' | 'neutral'

// A word, a shape and a colour: never colour alone.
const statuses: Record<Status, { icon: IconName; look: string }> = {
  pending: { icon: 'clock-pending', look: 'bg-warning-tint text-warning' },
  accepted: { icon: 'check-circle', look: 'bg-brand-tint text-on-tint' },
  rejected: { icon: 'cross', look: 'bg-danger-tint text-danger' },
  cancelled: { icon: 'block', look: 'bg-sunk text-soft' },
  neutral: { icon: 'info', look: 'bg-sunk text-text' },
}

export interface StatusBadgeProps {
  status: Status
  /** The word. */
  children: ReactNode
  /** Another icon than the status's own. */
  icon?: IconName
}

export function StatusBadge({ status, children, icon }: StatusBadgeProps) {
  const { icon: shape, look } = statuses[status]
  return (
    <span className={`${pill} ${look} font-semibold`}>
      <Icon name={icon ?? shape} size={16} />
      {children}
    </span>
  )
}
