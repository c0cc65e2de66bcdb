/** The articles in the page's language. */
import { useMemo } from 'react'
import { boot } from '#lib/boot'
import { useT } from '#lib/i18n'
import type { Contact } from './article-texts.ts'
import { readArticles, type Article } from './model.ts'

export const contact: Contact = { email: boot.config.support_email, phone: boot.config.support_phone }

export function useArticles(): readonly Article[] {
  const t = useT()
  return useMemo(() => readArticles(t, contact), [t])
}
