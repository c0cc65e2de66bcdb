import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

export interface CardProps {
  as?: 'article' | 'section' | 'div' | 'li'
  /** `tint` for promotions. */
  tone?: 'surface' | 'tint'
  /** `none` when the content has its own spacing (tables, maps). */
  padding?: 'none' | 'sm' | 'md' | 'lg'
  /** Emphasises the border under the pointer; for a card with a `CardLink`. */
  interactive?: boolean
  className?: string
  'aria-labelledby'?: string
  'aria-label'?: string
  children: ReactNode
}

const tones = {
  surface: 'border-line bg-surface',
  tint: 'border-transparent bg-brand-tint',
}
const paddings = { none: '', sm: 'p-4', md: 'p-4.5 sm:p-5.5', lg: 'p-6 sm:p-10' }

export function Card({
  as: Tag = 'div',
  tone = 'surface',
  padding = 'md',
  interactive,
  className = '',
  ...rest
}: CardProps) {
  return (
    <Tag
      {...rest}
      className={
        `relative min-w-0 rounded-card border ${tones[tone]} ${paddings[padding]} ` +
        `${interactive ? 'transition-[border-color,box-shadow] hover:border-edge hover:shadow-float' : ''} ${className}`
      }
    />
  )
}

/** Makes the whole card a link, with one link for keyboards and screen readers. */
export function CardLink({ className = '', ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={
        'no-underline outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 ' +
        `focus-visible:after:outline-offset-2 focus-visible:after:outline-focus ${className}`
      }
    />
  )
}
