/** What an administrator has typed and not sent, by request: closing the dialog loses none of it. Gone with the page. */
import { useState } from 'react'

const drafts = new Map<string, string>()
const keyOf = (id: string, what: 'reply' | 'notes') => `${id} ${what}`

export const isTyped = (id: string) => drafts.has(keyOf(id, 'reply')) || drafts.has(keyOf(id, 'notes'))

/** The draft, or what is stored while nothing is typed. */
export function useDraft(id: string, what: 'reply' | 'notes', stored = '') {
  const key = keyOf(id, what)
  const [, render] = useState(0)
  const write = (text: string | undefined) => {
    if (text === undefined || text === stored) drafts.delete(key)
    else drafts.set(key, text)
    render((times) => times + 1)
  }
  return [drafts.get(key) ?? stored, write] as const
}
