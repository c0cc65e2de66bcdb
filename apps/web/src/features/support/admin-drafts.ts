/** The drafts of an administrator's reply and notes, by request: closing the dialog keeps them. */
import { loadDraft } from '#lib/forms/draft'
import { getSession } from '#lib/session'

export const adminDraft = (id: string, what: 'reply' | 'notes') => ({
  name: `support-${what} ${id}`,
  owner: getSession().me?.id,
})

/** Returns whether something is typed about the request and not sent. */
export const isTyped = (id: string) =>
  (['reply', 'notes'] as const).some((what) => {
    const { name, owner } = adminDraft(id, what)
    return loadDraft(name, owner) !== undefined
  })
