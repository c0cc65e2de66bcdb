/** A person's first name, and what a name may not hold: the address of a site, a number to call, markup. Names stand in mails, searches and on maps. */

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Returns the text as its reader sees it: compatibility forms, such as a full-width dot, become the plain characters. */
const asSeen = (text: string) => text.normalize('NFKC').replace(INVISIBLE, '')

/** What mail programs and chats turn into links: a scheme, `www.`, and a dot between letters of any script. */
const LINK = /:\/\/|\b(?:mailto|tel|sms|javascript):|\bwww[.\u3002]|[\p{L}\p{N}]\p{M}*[.\u3002](?:\p{L}\p{M}*){2}/iu
const AT = /\S@\S/u
const SLASH = /[/\\\u2044\u2215\u2571\u29f8]/u
const MARKUP = /[<>`]|\]\(|\{\{|\*\*|__|&(?:#|\w+;)/u
/** Five digits, whatever stands between them. */
const LINE_OF_DIGITS = /(?:\p{N}[^\p{L}\p{N}]{0,3}){4}\p{N}/u
/**
 * Seven digits with what people write between those of a phone number, and a word for calling before four. Fewer digits are house numbers, roads
 * and postal codes.
 */
const PHONE =
  /[+(]*(?:\p{N}(?:[\s().\p{Pd}\p{M}\u2212_·•*+:~]|[/\\,](?=\p{N})){0,3}){6,}\p{N}\p{M}?|(?<!\p{L})(?:tlf|tel|telefon|phone|call|ring|mob|mobil|sms)[\s.:]*\+?\p{N}{4,}/iu

/** Returns the first name, which is all that notifications and cards show of a person. */
export const firstName = (fullName: string): string => fullName.trim().split(/\s+/u)[0] ?? ''

/** Returns whether the text can be a person's name. */
export function isPersonName(text: string): boolean {
  const seen = asSeen(text)
  return ![LINK, AT, SLASH, LINE_OF_DIGITS].some((pattern) => pattern.test(seen))
}

/** Returns whether the text can be the name of a meeting point. */
export function isPointName(text: string): boolean {
  const seen = asSeen(text)
  return ![LINK, AT, MARKUP, PHONE].some((pattern) => pattern.test(seen))
}

/** Returns the text without words that are links and without phone numbers: for mails to addresses that nobody has confirmed. */
export function withoutLinks(text: string): string {
  const words = text.split(/\s+/u).filter((word) => !LINK.test(asSeen(word)) && !AT.test(asSeen(word)))
  return words.join(' ').replaceAll(new RegExp(PHONE, 'giu'), ' ').replaceAll(/\s+/gu, ' ').trim()
}
