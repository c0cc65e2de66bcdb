/** What in a message from a stranger calls for a word of care. Rather misses something than warns of plain talk about a trip. */
import type { Message } from '@samtur/contract/chat'
import { otherPriceIn } from '@samtur/contract/named-prices'
import { textParts } from './links.ts'

/** A link; a phone or account number; a request to pay in another way or ahead of the trip; another price than the trip's. */
export type Caution = 'link' | 'number' | 'payment' | 'price'

const iban = /\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?\b/
const accountNumber = /(?<!\d)\d{4}\.\d{2}\.\d{5}(?!\d)/
/** 8 to 15 digits in one go, as telephone and account numbers have; dots and colons are left to dates and times. */
const longNumber = /(?<![\d.,:/-])(?:\+|00)?\d(?:[ -]?\d){7,14}(?![\d:]|[.,/-]\d)/
/** Dates, and from-to in four digits each, such as 0730-0815. */
const daysAndTimes = /\d{4}-\d{2}-\d{2}|\b\d{1,2}[-./]\d{1,2}[-./]\d{4}\b|\b[0-2]\d[0-5]\d ?[-–] ?[0-2]\d[0-5]\d\b/g

const ahead =
  'på forhånd|forskudd|i forkant|forud|i förväg|i förskott|in advance|up ?front|beforehand|' +
  'med en gang|med det samme|right away|omgående|umiddelbart|straks|genast'
const pay = '(?:betal|pay|innbetal|indbetal|inbetal)\\p{L}*'
const money =
  '(?:(?:penge|pengar|beløp|belopp|betaling|betalning)\\p{L}*|money|payment|(?:kr|nok|sek|dkk)? ?\\d+ ?(?:kr|kroner|kronor|nok|dkk|sek|eur|€))'
const within = '[^.!?\\n]{0,40}?'
const shortWords = '(?:\\s+\\p{L}{1,5}){0,3}\\s+'

/** Words of the three countries and English. Each stands for being paid apart from the trip, not for talk about its price. */
const paymentWords = [
  // The usual means, also as the verbs people have made of them.
  'vipps(?:e|er|es|et|a)?',
  'mobile ?pay(?:e|er|es|et)?',
  'swish(?:a|ar|as|at|e|er)?',
  'paypal|revolut|western union|moneygram|bitcoin|krypto(?:valuta)?|crypto|usdt',
  'gavekort(?:et)?|presentkort(?:et)?|gift ?cards?',
  // Paying before one travels.
  'depositum(?:met)?|handpenning(?:en)?|forhåndsbetal\\p{L}*|forudbetal\\p{L}*|förskottsbetal\\p{L}*|förhandsbetal\\p{L}*|prepay\\p{L}*|down ?payment',
  '(?:a|the|your|small|pay|send|require|kräver|betala) deposit(?:ion)?|deposit of|deposit \\d+',
  `${pay}${within}(?:${ahead})|(?:${ahead})${within}${pay}`,
  // Sending it.
  `(?:send|skick|overfør|överför|transfer|wire)\\p{L}*${shortWords}${money}`,
  // Where to.
  'konto(?:nummer|nr)\\p{L}*|clearingnummer|bankgiro|plusgiro|kortnummer\\p{L}*|(?:bank )?account number|card number|bank details|sort code',
  '(?:betalings|betalnings|payment )(?:lenke|lenken|link|linket|länk|länken)',
]
const payment = new RegExp(`(?<![\\p{L}\\p{N}])(?:${paymentWords.join('|')})(?![\\p{L}\\p{N}])`, 'u')

const invisible = /[\u200b-\u200f\u2060\ufeff\u00ad]/g

export function cautionAbout(text: string): Caution | undefined {
  if (textParts(text).some(({ href }) => href !== undefined)) return 'link'
  const plain = text.normalize('NFKC').replace(invisible, '')
  const rest = plain.replace(daysAndTimes, '')
  if (iban.test(rest) || longNumber.test(rest) || accountNumber.test(rest)) return 'number'
  return payment.test(plain.toLowerCase()) ? 'payment' : undefined
}

/**
 * By the message's number, only for the latest of each kind: a word of care on every message would not be read. Once a trip is agreed,
 * numbers and payment are the two people's own affair. `prices` are those of the trip, for its passenger.
 */
export function lastCautions(
  messages: readonly Pick<Message, 'sender_id' | 'content' | 'seq'>[],
  me: string,
  tripAgreed: boolean,
  prices: readonly number[] = [],
): Map<number, Caution> {
  const latest = new Map<Caution, number>()
  for (const { sender_id, content, seq } of messages) {
    const caution = sender_id === me ? undefined : cautionAbout(content ?? '')
    if (caution && (caution === 'link' || !tripAgreed)) latest.set(caution, seq)
    else if (sender_id !== me && otherPriceIn(content ?? '', prices) !== undefined) latest.set('price', seq)
  }
  return new Map([...latest].map(([caution, seq]) => [seq, caution]))
}
