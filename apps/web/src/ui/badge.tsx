import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

// The transparent border becomes visible where the system forces its own colours.
export const pill =
  'inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full border border-transparent px-2.5 text-sm leading-tight'

export type TagTone = 'neutral' | 'brand' | 'sun' | 'info' | 'warning' | 'danger' | 'outline'

const tones: Record<TagTone, string> = {
  neutral: 'bg-sunk text-soft',
  brand: 'bg-brand-tint font-semibold text-on-tint',
  sun: 'bg-sun font-semibold text-on-sun',
  info: 'bg-link-tint text-link',
  warning: 'bg-warning-tint font-medium text-warning',
  danger: 'bg-danger-tint font-medium text-danger',
  outline: 'border-brand! bg-surface font-semibold text-brand',
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
