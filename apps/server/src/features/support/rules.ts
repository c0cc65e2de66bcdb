/** Rules of support: the states of a request and the request made of a talk. */
import { lengths } from '@samtur/contract/constants'
import type { ErrorCode } from '@samtur/contract/errors'
import type { SupportMessage, SupportStatus } from '@samtur/contract/support'

const nextStates: Record<SupportStatus, readonly SupportStatus[]> = {
  pending: ['in_progress', 'resolved'],
  in_progress: ['resolved'],
  resolved: [],
}

/** Returns why a request cannot go from one state to another; undefined when it can. */
export function moveRefusal(from: SupportStatus, to: SupportStatus): ErrorCode | undefined {
  if (nextStates[from].includes(to)) return undefined
  return from === 'resolved' ? 'request_closed' : 'wrong_state'
}

export type Line = Pick<SupportMessage, 'author' | 'content'>

/** Returns the person's first message as one line, cut at a word. */
export function subjectOf(lines: readonly Line[]): string {
  const said = lines.find(({ author }) => author === 'person')?.content ?? ''
  return cutAtWord(said.replace(/\s+/gu, ' ').trim(), lengths.subject)
}

/** Returns the person's messages, line by line. */
export function descriptionOf(lines: readonly Line[]): string {
  const said = lines.filter(({ author }) => author === 'person').map(({ content }) => content)
  return cutAtWord(said.join('\n'), lengths.description)
}

/** Returns at most so many code points, with an ellipsis where text is left out. */
export function cutAtWord(text: string, max: number): string {
  const characters = Array.from(text)
  if (characters.length <= max) return text
  const kept = characters.slice(0, max - 1).join('')
  // A word that takes more than half of the text is cut in two.
  const end = /\s/u.test(characters[max - 1] ?? '') ? kept.length : kept.search(/\s\S*$/u)
  return `${(end > kept.length / 2 ? kept.slice(0, end) : kept).trimEnd()}…`
}

/**
 * Returns the lines of a talk that the request does not have. A page sends its whole talk, so the lines at its beginning may be stored: the
 * longest run of lines in the same order is left out.
 */
export function newLines(stored: readonly Line[], talk: readonly Line[]): Line[] {
  const isSame = (a: Line | undefined, b: Line | undefined) => a?.author === b?.author && a?.content === b?.content
  const runFrom = (start: number) => {
    let length = 0
    while (length < talk.length && start + length < stored.length && isSame(stored[start + length], talk[length]))
      length++
    return length
  }
  const known = Math.max(0, ...stored.map((_, start) => runFrom(start)))
  return talk.slice(known)
}

/** Returns one name for all ways to write a mailbox: in capitals, with a plus sign, and with Google’s dots and second domain. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at).replace(/\+.*/u, '').toLowerCase()
  const domain = address.slice(at + 1).toLowerCase()
  return /^(?:gmail|googlemail)\.com$/.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
