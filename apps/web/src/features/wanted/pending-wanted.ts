/** A press that cannot be carried out yet: it is kept in this tab while the person signs in, or until the network is back. */
import type { SearchAddress } from '@samtur/contract/filters'
import { readTab, writeTab } from '#lib/tab-storage'
import type { WantedValues } from './model.ts'

const key = 'wanted-pressed'

interface Press {
  search: string
  values: WantedValues
}

/** The order of a list says nothing about the wanted ride. */
const nameOf = ({ sort: _, ...search }: SearchAddress) => JSON.stringify(search)

export const keepPress = (search: SearchAddress, values: WantedValues) =>
  writeTab(key, { search: nameOf(search), values } satisfies Press)
export const dropPress = () => writeTab(key, undefined)

/** Returns the wanted ride whose button was pressed for this search. */
export function keptPress(search: SearchAddress): WantedValues | undefined {
  const press = readTab<Press>(key)
  return press?.search === nameOf(search) ? press.values : undefined
}
