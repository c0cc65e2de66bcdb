import { useState } from 'react'
import { Icon } from './icon.tsx'

export interface AvatarProps {
  name: string
  /** Address of the picture, if any. */
  src?: string | null
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  /** Empty (the default) beside the written name; the name where there is only the picture. */
  alt?: string
  className?: string
}

const edges = { xs: 28, sm: 36, md: 44, lg: 72, xl: 120 }
const boxes = { xs: 'size-7', sm: 'size-9', md: 'size-11', lg: 'size-18', xl: 'size-30' }
const letters = { xs: 'text-sm', sm: 'text-sm', md: 'text-base', lg: 'text-xl', xl: 'text-3xl' }

function initials(name: string) {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

const tints = [
  'bg-brand-tint text-on-tint',
  'bg-link-tint text-link',
  'bg-warning-tint text-warning',
  'bg-danger-tint text-danger',
  'bg-sunk text-soft',
  'bg-brand text-on-brand',
] as const

/** Returns the same tint for a name each time, so that people in a list are told apart. */
const tintOf = (name: string) =>
  tints[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints.length]

/** The picture, or initials where there is none or it fails to load; a neutral figure without a name. */
export function Avatar({ name, src, size = 'md', alt = '', className = '' }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const edge = edges[size]
  const look = `inline-flex shrink-0 items-center justify-center rounded-full border border-transparent ${boxes[size]} ${className}`
  if (src && broken !== src) {
    return (
      <img
        src={src}
        alt={alt}
        width={edge}
        height={edge}
        // The picture at the top of a page is its largest content, so it loads at once.
        loading={size === 'xl' ? 'eager' : 'lazy'}
        fetchPriority={size === 'xl' ? 'high' : undefined}
        decoding="async"
        onError={() => setBroken(src)}
        className={`${look} bg-sunk object-cover`}
      />
    )
  }
  return (
    <span
      role={alt ? 'img' : undefined}
      aria-label={alt || undefined}
      aria-hidden={alt ? undefined : true}
      className={`${look} ${letters[size]} ${name ? `font-heading ${tintOf(name)}` : 'bg-sunk text-soft'}`}
    >
      {name ? initials(name) : <Icon name="seat" size={Math.round(edge * 0.55)} />}
    </span>
  )
}
