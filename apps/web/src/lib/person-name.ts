/** Names of people. A deleted account has no name and no profile. */
import { createElement, type ReactNode } from 'react'
import { profilePath } from '@samtur/contract/paths'
import { Link } from 'react-router'
import { useT } from './i18n.ts'

/** Returns the name, or the language's words for a deleted account. */
export function usePersonName(): (name: string) => string {
  const t = useT()
  return (name) => name || t('core.deleted_user')
}

interface PersonNameProps {
  /** As the server sends it: empty for a deleted account. */
  name: string
  id?: string
}

/** The name, isolated in its own direction. */
export function PersonName({ name, id }: PersonNameProps): ReactNode {
  return createElement('bdi', { id }, usePersonName()(name))
}

interface ProfileLinkProps {
  person: { id: string; full_name: string }
  className?: string
  children: ReactNode
}

/** Links to the profile where there is one; `className` styles the link. */
export function ProfileLink({ person: { id, full_name }, className, children }: ProfileLinkProps): ReactNode {
  return full_name ? createElement(Link, { to: profilePath(id), className }, children) : children
}
