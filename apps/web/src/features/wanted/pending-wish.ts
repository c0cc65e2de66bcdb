/** A press that cannot be carried out yet: it is kept in this tab while the person signs in, or until the network is back. */
import type { SearchAddress } from '@samtur/contract/filters'
import { readTab, writeTab } from '#lib/tab-storage'
import type { WishValues } from './model.ts'

const key = 'wish-pressed'

interface Press {
  search: string
  values: WishValues
}

/** The order of a list says nothing about the wish. */
const nameOf = ({ sort: _, ...search }: SearchAddress) => JSON.stringify(search)

export const keepPress = (search: SearchAddress, values: WishValues) =>
  writeTab(key, { search: nameOf(search), values } satisfies Press)
export const dropPress = () => writeTab(key, undefined)

/** Returns the wish whose button was pressed for this search. */
export function keptPress(search: SearchAddress): WishValues | undefined {
  const press = readTab<Press>(key)
  return press?.search === nameOf(search) ? press.values : undefined
}
