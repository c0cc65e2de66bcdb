import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Icon } from './icon.tsx'

const inText = 'rounded-sm wrap-anywhere text-link underline decoration-1 underline-offset-3 hover:decoration-2'

/** A link inside running text. */
export function TextLink({ className = '', ...rest }: LinkProps) {
  return <Link {...rest} className={`${inText} ${className}`} />
}

/** A link on its own, with an arrow. */
export function ArrowLink({ className = '', children, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={`inline-flex min-h-11 items-center gap-1.5 rounded-sm font-semibold text-link hover:underline ${className}`}
    >
      {children}
      <Icon name="arrow-end" size={18} />
    </Link>
  )
}

/** A link to another site: opens in the same tab, and its text says where it leads. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} rel="noreferrer" className={inText}>
      {children}
    </a>
  )
}
