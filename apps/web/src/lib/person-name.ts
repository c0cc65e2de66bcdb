/** People who have deleted their account have no name any more, and no profile to go to. */
import { createElement, type ReactNode } from 'react'
import { profilePath } from '@samtur/contract/paths'
import { Link } from '#lib/router'
import { useT } from './i18n.ts'

/** The name, or the language's words for somebody who has deleted the account. */
export function usePersonName(): (name: string) => string {
  const t = useT()
  return (name) => name || t('core.deleted_user')
}

interface PersonNameProps {
  /** As the server says it: empty for somebody who has deleted the account. */
  name: string
  id?: string
}

/** The name in its own direction. */
export function PersonName({ name, id }: PersonNameProps): ReactNode {
  return createElement('bdi', { id }, usePersonName()(name))
}

interface ProfileLinkProps {
  person: { id: string; full_name: string }
  className?: string
  children: ReactNode
}

/** Leads to the profile while there is one; `className` is the link's own look. */
export function ProfileLink({ person: { id, full_name }, className, children }: ProfileLinkProps): ReactNode {
  return full_name ? createElement(Link, { to: profilePath(id), className }, children) : children
}
