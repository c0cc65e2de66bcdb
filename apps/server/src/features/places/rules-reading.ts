/** Pure rules of reading: which places a text means that was typed and not chosen, in searches, rides, wanted rides and suggestions. */
import { distanceKm } from '@samtur/roads/distance'
import { countries, type Country, type Place } from '@samtur/roads/gazetteer'
import { foldPlace, letters, plainPlace, withoutMeetingWords } from './rules-folding.ts'
import type { PlaceIndex } from './rules-index.ts'

/** Returns all places with exactly this name or alias, because a person who has not chosen one may mean any of them. */
export function placesMatching(index: PlaceIndex, text: string): Place[] {
  const folded = foldPlace(text)
  const found = (index.exact.get(folded) ?? []).flatMap((place) => index.places[place] ?? [])
  return letters(folded) === 1 ? found.filter((place) => isSpelled(place, text)) : found
}

function isSpelled(place: Place, text: string): boolean {
  const plain = plainPlace(text)
  return [place.name, ...place.aliases].some((name) => plainPlace(name) === plain)
}

/** Returns all places with the name, or else the one place that a longer description most likely means. */
export function placesMeant(index: PlaceIndex, text: string): Place[] {
  const named = placesMatching(index, text)
  if (named.length > 0) return named
  const read = readPlace(index, text)
  return read ? [read] : []
}

/** What the rest of a text says of a place. */
interface Hint {
  /** Chooses among namesakes. */
  region?: string
  /** The place lies in one of them. */
  countries?: readonly Country[]
}

const COMMA = /[,،，]/
const PARTS = /^(.+?)(,|،|，|\/| - | – |\()(.*)$/s

/**
 * Returns the place that a typed text most likely means: by its name, which may have a postal code before it and words such as "sentrum" behind
 * it, or by the parts of a text such as "Storgata 12, Lillehammer", "Oslo, Norge" or "Trondheim/Tråante".
 */
export function readPlace(index: PlaceIndex, text: string, hint: Hint = {}): Place | undefined {
  const named = readName(index, text, hint)
  if (named) return named
  const [, before = '', last = ''] = /^(.+)[,،，(]([^,،，(]+)$/s.exec(text) ?? []
  const country = countriesByName().get(foldPlace(last))
  if (country) return readPlace(index, before, { ...hint, countries: [country] })
  const [, head = '', sign = '', behind = ''] = PARTS.exec(text) ?? []
  if (sign === '') return undefined
  const first = readName(index, head, { ...hint, region: behind })
  return COMMA.test(sign) || sign === '/' ? ofBoth(first, readPlace(index, behind, hint), { sign, behind }) : first
}

/** A place so far from the next one in the text is a part of it or a street there that has the name of another place. */
const FARTHEST_KM = 100
/** Two names with a slash between them are names of one place, or of neighbours. */
const NEIGHBOURS_KM = 30
/** Of two places far apart the larger one is meant only if it is this much larger. */
const CLEARLY = 2

function ofBoth(first: Place | undefined, next: Place | undefined, { sign, behind }: { sign: string; behind: string }) {
  if (!first || !next) return first ?? next
  const most = sign === '/' ? NEIGHBOURS_KM : FARTHEST_KM
  if (isInRegion(first, behind) || distanceKm(first, next) <= most) return first
  if (sign === '/') return undefined
  const [larger, smaller] = first.population > next.population ? [first, next] : [next, first]
  return larger.population > CLEARLY * smaller.population ? larger : undefined
}

// Four digits, or five that are written 123 45, with the sign of the country before them at most.
const POSTAL_CODE = /^\s*(?:(?:n|no|dk|s|se|fi)[- ])?(?:(\d{4})|\d{3} ?\d{2}) +(.+)$/isu

function readName(index: PlaceIndex, text: string, hint: Hint): Place | undefined {
  const shorter = withoutMeetingWords(text)
  const owners = shorter.map((name) => name.replace(/s$/, '')) // Göteborgs central
  for (const name of [text, ...shorter, ...owners]) {
    const found = placesMatching(index, name)
    if (found.length > 0) return mostLikely(found, name, hint)
  }
  const [, four, rest] = POSTAL_CODE.exec(text) ?? []
  return rest === undefined
    ? undefined
    : readName(index, rest, { countries: four ? ['NO', 'DK'] : ['SE', 'FI'], ...hint })
}

/** Chooses among namesakes: those in the region of the hint, of those the ones with the same spelling (Älta, Alta), then the largest. */
function mostLikely(named: readonly Place[], text: string, { region = '', countries }: Hint): Place | undefined {
  const found = countries ? named.filter(({ country }) => countries.includes(country)) : named
  const inRegion = found.filter((place) => isInRegion(place, region))
  const near = inRegion.length > 0 ? inRegion : found
  const spelled = near.filter((place) => plainPlace(text) !== foldPlace(text) && isSpelled(place, text))
  const left = spelled.length > 0 ? spelled : near
  return left.toSorted((a, b) => b.population - a.population || a.id - b.id)[0]
}

function isInRegion(place: Place, typed: string): boolean {
  const region = foldPlace(typed)
  return region !== '' && ` ${foldPlace(place.region)} `.includes(` ${region} `)
}

const tongues = ['nb', 'nn', 'se', 'da', 'sv', 'en', 'fi', 'is', 'pl', 'ru', 'ar']
let known: ReadonlyMap<string, Country> | undefined

/** Returns the countries by their codes and by their names in the languages of the pages and of the countries. */
function countriesByName(): ReadonlyMap<string, Country> {
  known ??= new Map(
    [undefined, ...tongues].flatMap((tongue) => {
      const names = tongue && new Intl.DisplayNames(tongue, { type: 'region' })
      return countries.map((code) => [foldPlace((names && names.of(code)) || code), code] as const)
    }),
  )
  return known
}
