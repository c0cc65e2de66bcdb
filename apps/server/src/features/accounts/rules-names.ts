/** Pure rules of confirmed names: reading a service's claims, comparing names, and whether a birth date says 18. */
import type { NameState } from '@samtur/contract/identities'

/** What a service says of a person, as it came. */
type Claims = Readonly<Record<string, unknown>>

/** What is kept of the claims; null where the service did not send the claim. */
export interface NameFacts {
  names_agree: boolean | null
  is_adult: boolean | null
}

const ADULT_YEARS = 18
/** Claims are longer than that in no service, and comparing takes time. */
const MAX_LENGTH = 200

/** OpenID Connect first, then names that brokers of MitID use. */
const nameClaims = ['name', 'mitid.identity_name', 'mitid_identity_name', 'identityName', 'identity_name']
const birthClaims = ['birthdate', 'mitid.date_of_birth', 'mitid_date_of_birth', 'dateofbirth', 'date_of_birth']

/** Returns the facts that a service's claims give about a person with this name. `today` is yyyy-mm-dd in Oslo. */
export function readFacts(claims: Claims, profileName: string, today: string): NameFacts {
  const name = readName(claims)
  const birth = readBirthDate(claims, today)
  return {
    names_agree: name ? namesAgree(profileName, name) : null,
    is_adult: birth === undefined ? null : isAdult(birth, today),
  }
}

/** Returns what a person reads about a linked service; `facts` is undefined where it has said nothing since the name was set. */
export function nameState(facts: NameFacts | undefined): NameState {
  if (!facts) return 'open'
  if (facts.names_agree === null) return 'no_name'
  if (facts.is_adult === null) return 'no_age'
  if (!facts.is_adult) return 'under_18'
  return facts.names_agree ? 'confirmed' : 'names_differ'
}

function readText(claims: Claims, ids: readonly string[]) {
  for (const id of ids) {
    const value = claims[id]
    if (typeof value === 'string' && value.trim() !== '' && value.length <= MAX_LENGTH) return value.trim()
  }
  return undefined
}

/** The parts of an official name. Without a family name of its own in the claims it is the last word. */
interface OfficialName {
  given: readonly string[]
  family: readonly string[]
}

function readName(claims: Claims): OfficialName | undefined {
  const given = readText(claims, ['given_name'])
  const family = readText(claims, ['family_name'])
  if (given && family) {
    const middle = readText(claims, ['middle_name']) ?? ''
    return { given: wordsOf(`${given} ${middle}`), family: wordsOf(family) }
  }
  const name = readText(claims, nameClaims)
  if (!name) return undefined
  // BankID writes 'Solberg, Ingrid Marie'.
  const [before = '', after] = name.split(',')
  if (after !== undefined) return { given: wordsOf(after), family: wordsOf(before) }
  const words = wordsOf(name)
  return { given: words.slice(0, -1), family: words.slice(-1) }
}

/** Returns a complete calendar date that is not in the future; anything else counts as not sent. */
function readBirthDate(claims: Claims, today: string) {
  const text = readText(claims, birthClaims)?.slice(0, 10)
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  try {
    const date = Temporal.PlainDate.from(text, { overflow: 'reject' })
    const isPossible = date.year >= 1900 && Temporal.PlainDate.compare(date, today) <= 0
    return isPossible ? text : undefined
  } catch {
    return undefined
  }
}

/** A person who was born on 29 February turns 18 on 1 March of a year without that day. */
const isAdult = (birth: string, today: string) => `${Number(birth.slice(0, 4)) + ADULT_YEARS}${birth.slice(4)}` <= today

/**
 * Returns whether the name of a profile is the official name or a part of it: at least one given name and one word of the family name, and no word
 * that the official name does not have. Order, case and accents do not count, and given names may be initials.
 */
function namesAgree(profileName: string, official: OfficialName): boolean {
  const name = profileName.normalize('NFC')
  // Only letters and what stands between them: anything else is added to look different.
  if (!/^[\p{L}\s'’.-]+$/u.test(name)) return false
  let hasGiven = false
  let hasFamily = false
  const given = official.given.map(spellings)
  const family = official.family.map(spellings)
  const take = (from: Spellings[], matches: (one: Spellings) => boolean) => {
    const found = from.findIndex(matches)
    if (found !== -1) from.splice(found, 1)
    return found !== -1
  }
  const words = wordsOf(name).map(spellings)
  // Initials last, because a whole word has to find its own.
  for (const word of words.toSorted((a, b) => Number(isInitial(a)) - Number(isInitial(b)))) {
    const same = (one: Spellings) => one.short === word.short || one.long === word.long
    if (take(given, same)) hasGiven = true
    else if (take(family, same)) hasFamily = true
    else if (!isInitial(word) || !take(given, ({ short }) => short.startsWith(word.short))) return false
  }
  return hasGiven && hasFamily
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/['’]/g, '')
    .split(/[\s.-]+/)
    .filter(Boolean)

/** The two ways in which a word is written without accents: 'agard' and 'aagaard'. */
interface Spellings {
  short: string
  long: string
}

const isInitial = ({ short }: Spellings) => short.length === 1

/** Letters that lose no accent by decomposition, and letters that have a longer spelling. */
const shortLetters: Readonly<Record<string, string>> = {
  æ: 'a',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const longLetters: Readonly<Record<string, string>> = {
  ...shortLetters,
  å: 'aa',
  æ: 'ae',
  ä: 'ae',
  ø: 'oe',
  ö: 'oe',
  ü: 'ue',
}

const replaceLetters = (word: string, letters: Readonly<Record<string, string>>) =>
  Array.from(word, (letter) => letters[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')

function spellings(word: string): Spellings {
  const lower = word.normalize('NFC').toLowerCase()
  return { short: replaceLetters(lower, shortLetters), long: replaceLetters(lower, longLetters) }
}
