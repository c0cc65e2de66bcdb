/** Pure rules of support: the way of a request, what a handed-over talk becomes, and what a mail may repeat of what somebody typed. */
import { lengths } from '@samtur/contract/constants'
import type { ErrorCode } from '@samtur/contract/errors'
import type { SupportMessage, SupportStatus } from '@samtur/contract/support'

const ways: Record<SupportStatus, readonly SupportStatus[]> = {
  pending: ['in_progress', 'resolved'],
  in_progress: ['resolved'],
  resolved: [],
}

/** Why a request cannot go from one state to another; undefined when it can. */
export function moveRefusal(from: SupportStatus, to: SupportStatus): ErrorCode | undefined {
  if (ways[from].includes(to)) return undefined
  return from === 'resolved' ? 'request_closed' : 'wrong_state'
}

/** One line of a talk. */
export type Line = Pick<SupportMessage, 'author' | 'content'>

/** The first thing the person wrote, as one line, cut at a word. */
export function subjectOf(lines: readonly Line[]): string {
  const said = lines.find(({ author }) => author === 'person')?.content ?? ''
  return cutAtWord(said.replace(/\s+/gu, ' ').trim(), lengths.subject)
}

/** What the person wrote, line by line. */
export function descriptionOf(lines: readonly Line[]): string {
  const said = lines.filter(({ author }) => author === 'person').map(({ content }) => content)
  return cutAtWord(said.join('\n'), lengths.description)
}

/** At most so many code points, with an ellipsis where something is left out. */
export function cutAtWord(text: string, max: number): string {
  const letters = Array.from(text)
  if (letters.length <= max) return text
  const kept = letters.slice(0, max - 1).join('')
  // A word that is longer than everything else is cut in two.
  const end = /\s/u.test(letters[max - 1] ?? '') ? kept.length : kept.search(/\s\S*$/u)
  return `${(end > kept.length / 2 ? kept.slice(0, end) : kept).trimEnd()}…`
}

/**
 * What of a talk is new: a page sends all it has, also what was handed over before. What stands at its beginning in the same order as in the
 * request already is left out.
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

/** What mail programs would make a link, a mail or a call of. */
const LINKISH = [
  /\S*:\/\/\S*/gu,
  /\S*@\S*/gu,
  // Any dot between letters, also those of other scripts.
  /\S*[\p{L}\p{N}][.\u3002\uff0e\uff61\u2024][\p{L}]{2,}\S*/gu,
  /(?:www|mailto|tel|sms)[.:]\S*/giu,
  // A number that could be called.
  /[+(]*\p{N}(?:[\s().\-/]*\p{N}){4,}/gu,
]
const QUOTED = 80

/** A subject as a mail may repeat it to an address that nobody has confirmed; empty when nothing is left of it. */
export function quotable(subject: string): string {
  const plain = LINKISH.reduce((text, pattern) => text.replace(pattern, ' '), subject)
  const tidy = plain.replace(/\s+/gu, ' ').trim()
  return /[\p{L}\p{N}]/u.test(tidy) ? cutAtWord(tidy, QUOTED) : ''
}

/** One mailbox under the many names that it may be written to: upper case, whatever follows a plus sign, and Google’s dots and second domain. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at).replace(/\+.*/u, '').toLowerCase()
  const domain = address.slice(at + 1).toLowerCase()
  return /^(?:gmail|googlemail)\.com$/.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
