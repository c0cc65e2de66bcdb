import type { ReactNode } from 'react'
import { focusSoon } from '#lib/focus'
import { useT } from '#lib/i18n'
import { LoadMore } from '#ui/load-more'

interface Entry {
  id: string
}

interface EntriesProps<Item> {
  items: readonly Item[]
  className: string
  children: (item: Item) => ReactNode
}

export function Entries<Item extends Entry>({ items, className, children }: EntriesProps<Item>) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item.id} data-entry={item.id} className="min-w-0">
          {children(item)}
        </li>
      ))}
    </ul>
  )
}

/** What an endless list has of its query. */
export interface Endless<Item extends Entry> {
  data: readonly Item[] | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<{ data?: readonly Item[] | undefined }>
}

/** Loads the next page at the end of the list. After a press of the button the focus moves to the first new entry. */
export function MoreEntries<Item extends Entry>({ query, failed }: { query: Endless<Item>; failed: string }) {
  const t = useT()
  const more = async (pressed: boolean) => {
    const known = new Set(query.data?.map(({ id }) => id))
    const { data } = await query.fetchNextPage()
    const first = data?.find(({ id }) => !known.has(id))
    if (pressed && first) focusEntry(first.id)
  }
  if (!query.hasNextPage) return null
  return (
    <LoadMore
      label={t('reservations.show_more')}
      busy={query.isFetchingNextPage}
      problem={query.isFetchNextPageError && failed}
      onMore={(pressed) => void more(pressed)}
      className="mt-6"
    />
  )
}

/** Moves the focus to the entry's own link, because what was pressed in it may be gone. */
export function focusEntry(id: string) {
  focusSoon(() => document.querySelector<HTMLElement>(`[data-entry="${id}"] :is(a, summary)`))
}
