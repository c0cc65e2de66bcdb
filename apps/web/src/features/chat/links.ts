/** Finds web addresses in a message. */

export interface TextPart {
  text: string
  /** Where the text leads, when it is an address of the web. */
  href?: string
}

const address = /https?:\/\/[^\s<>"'`]+/giu
const endOfSentence = /[.,;:!?…*_~\]}]/

/** What ends a sentence belongs to the sentence; a closing bracket too, unless the address has its opening one. */
function withoutTrailing(text: string): string {
  let unopened = text.split(')').length - text.split('(').length
  let end = text.length
  for (; end > 0; end--) {
    const last = text.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!endOfSentence.test(last)) break
  }
  return text.slice(0, end)
}

/** Addresses of the web become links; everything else stays the text it is. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const shown = withoutTrailing(match[0])
    const href = safeHref(shown)
    if (!href) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: shown, href })
    end = match.index + shown.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** A name before an @ looks like the site one is led to, and is not: such an address stays plain text. */
function safeHref(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, href } = new URL(text)
  const safe = (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
  return safe ? href : undefined
}
