import { Link, type LinkProps } from 'react-router'
import { Icon } from './icon.tsx'

/** A link back, above a page's heading. */
export function BackLink({ className = '', children, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={`inline-flex min-h-11 items-center gap-1.5 self-start rounded-sm font-semibold text-link hover:underline ${className}`}
    >
      <Icon name="arrow-start" size={18} />
      {children}
    </Link>
  )
}
