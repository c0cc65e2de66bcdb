/** What is said of each filter of a wanted ride: as a fact, and for those with one value also as the box of the form. */
import { filterOf, filters, type FilterName } from '@samtur/contract/filters'
import { type WantedFilterName, wantedFilterNames, type WantedFilters } from '@samtur/contract/wanted-filters'
import type { Translate } from '@samtur/i18n/translate'
import type { useFormat } from '#lib/format'
import type { IconName } from '#ui/icon'

interface Words {
  t: Translate
  format: ReturnType<typeof useFormat>
}

type HasOneValue<Name extends FilterName> = (typeof filters)[Name] extends { values: readonly [string] } ? true : false
/** The filters that are on or off. */
type SwitchName = { [Name in WantedFilterName]: HasOneValue<Name> extends true ? Name : never }[WantedFilterName]

export const filterFacts: {
  [Name in WantedFilterName]: {
    icon: IconName
    text: (words: Words, value: Exclude<WantedFilters[Name], null>) => string
  } & (HasOneValue<Name> extends true ? { box: (t: Translate) => string } : object)
} = {
  seats: { icon: 'seat', text: ({ t }, count) => t('posts.seats', { count }) },
  max_price: {
    icon: 'wallet',
    text: ({ t, format }, price) => t('wanted.price_up_to', { price: format.price(price).text }),
  },
  pets: { icon: 'paw', text: ({ t }) => t('wanted.with_pet'), box: (t) => t('wanted.pets') },
  // i18n-dynamic: rides.luggage.*
  luggage: { icon: 'suitcase', text: ({ t }, piece) => t(`rides.luggage.${piece}`) },
  instant: { icon: 'bolt', text: ({ t }) => t('rides.instant'), box: (t) => t('rides.instant') },
  same_gender: { icon: 'seat', text: ({ t }) => t('wanted.same_gender'), box: (t) => t('wanted.same_gender') },
  detours: { icon: 'route', text: ({ t }) => t('wanted.no_detours'), box: (t) => t('wanted.no_detours') },
}

/** Returns what is said of a filter; undefined for one that filters nothing. */
export function filterFact<Name extends WantedFilterName>(name: Name, value: WantedFilters[Name], words: Words) {
  if (value === null || value === false) return undefined
  const { icon, text } = filterFacts[name]
  return { key: name as string, icon, text: text(words, value as Exclude<WantedFilters[Name], null>) }
}

export const switchValue = (name: SwitchName): string => filters[name].values[0]
export const switchNames = wantedFilterNames.filter((name): name is SwitchName => {
  const filter = filterOf(name)
  return 'values' in filter && filter.values.length === 1
})
