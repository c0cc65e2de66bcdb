import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CardLink } from '#ui/card'
import { Icon, type IconName } from '#ui/icon'

interface RowLinkProps {
  to: string
  icon: IconName
  title: ReactNode
  text: ReactNode
  /** Leads to another site, in a new tab. */
  outside?: boolean
  /** The card around it is the link. */
  card?: boolean
}

/** A link with a round sign, a title and a sentence. */
export function RowLink({ to, icon, title, text, outside = false, card = false }: RowLinkProps) {
  const LinkPart = card ? CardLink : Link
  return (
    <LinkPart
      to={to}
      {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
      className="group flex min-h-11 items-center gap-3 rounded-sm no-underline"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-tint text-on-tint">
        <Icon name={icon} size={22} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold group-hover:underline">{title}</span>
        <span className="block text-sm text-soft">{text}</span>
      </span>
      <Icon name={outside ? 'outside' : 'chevron-end'} className="shrink-0 text-soft" />
    </LinkPart>
  )
}
