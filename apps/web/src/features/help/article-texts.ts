import type { HelpSlug } from '@samtur/contract/help'
import type { MessageId, Translate } from '@samtur/i18n/translate'

/** Contact details that the texts contain. */
export interface Contact {
  email: string
  phone: string
}

/** Returns the texts of an article. */
export function articleTexts(t: Translate, slug: HelpSlug, contact: Contact) {
  const say = t as (id: MessageId, values: Contact) => string
  // i18n-dynamic: help.*
  const part = (name: 'title' | 'text') => say(`help.${slug.replaceAll('-', '_')}_${name}` as MessageId, contact)
  return { title: part('title'), text: part('text') }
}
