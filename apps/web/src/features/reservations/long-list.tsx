import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'

interface LongListProps<Item> {
  items: readonly Item[]
  /** How many are shown at first, and how many come with each press. */
  step?: number
  className: string
  children: (item: Item) => ReactNode
}

/** A list that shows its first items, and more of them when asked. */
export function LongList<Item extends { id: string }>({ items, step = 10, className, children }: LongListProps<Item>) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const [count, setCount] = useState(step)

  // On to the first of those that have just appeared, as somebody reading on would go.
  useEffect(() => {
    if (count === step) return
    list.current?.children[count - step]?.querySelector<HTMLElement>('a, summary')?.focus()
  }, [count, step])

  return (
    <>
      <ul ref={list} className={className}>
        {items.slice(0, count).map((item) => (
          <li key={item.id} className="min-w-0">
            {children(item)}
          </li>
        ))}
      </ul>
      {items.length > count && (
        <div className="mt-5 flex justify-center">
          <Button variant="quiet" onClick={() => setCount(count + step)}>
            {t('reservations.show_more')}
          </Button>
        </div>
      )}
    </>
  )
}
