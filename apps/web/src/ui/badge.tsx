import type { ReactNode } from 'react'
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
  /** Another shape than the status has by itself. */
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

// The transparent border draws the pill's edge where the system forces its own colours.
const pill =
  'inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full border border-transparent px-2.5 text-sm leading-tight'

export type TagTone = 'neutral' | 'brand' | 'sun' | 'info' | 'warning' | 'danger'

const tones: Record<TagTone, string> = {
  neutral: 'bg-sunk text-soft',
  brand: 'bg-brand-tint font-semibold text-on-tint',
  sun: 'bg-sun font-semibold text-on-sun',
  info: 'bg-link-tint text-link',
  warning: 'bg-warning-tint font-medium text-warning',
  danger: 'bg-danger-tint font-medium text-danger',
}

export interface TagProps {
  tone?: TagTone
  icon?: IconName
  children: ReactNode
}

/** A small fact: seats left, pets, roles. */
export function Tag({ tone = 'neutral', icon, children }: TagProps) {
  return (
    <span className={`${pill} ${tones[tone]}`}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </span>
  )
}

/** The red dot for something unread; the words are for screen readers. `className` places it. */
export function UnreadDot({ label, className = '' }: { label: string; className?: string }) {
  return (
    <span className={`inline-block size-2.5 rounded-full border border-transparent bg-danger ${className}`}>
      <span className="sr-only">{label}</span>
    </span>
  )
}
