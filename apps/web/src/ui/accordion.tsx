import { useId, useState, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface AccordionItem {
  key: string
  title: ReactNode
  content: ReactNode
}

export interface AccordionProps {
  items: readonly AccordionItem[]
}

/** Headings that expand their content; several may be open. */
export function Accordion({ items }: AccordionProps) {
  const id = useId()
  const [open, setOpen] = useState<readonly string[]>([])
  const turn = (key: string) =>
    setOpen((before) => (before.includes(key) ? before.filter((other) => other !== key) : [...before, key]))
  return (
    <div className="divide-y divide-line border-y border-line">
      {items.map(({ key, title, content }) => {
        const shown = open.includes(key)
        return (
          <div key={key}>
            <h3 className="font-sans text-base font-semibold tracking-normal">
              <button
                type="button"
                id={`${id}-${key}-button`}
                aria-expanded={shown}
                aria-controls={`${id}-${key}`}
                onClick={() => turn(key)}
                className="flex min-h-12 w-full items-center justify-between gap-3 rounded-sm px-2 py-2.5 text-start hover:bg-sunk/60 focus-visible:-outline-offset-2"
              >
                <span className="min-w-0">{title}</span>
                <Icon name="chevron-down" className={`text-soft transition-transform ${shown ? 'rotate-180' : ''}`} />
              </button>
            </h3>
            <div
              id={`${id}-${key}`}
              role="region"
              aria-labelledby={`${id}-${key}-button`}
              hidden={!shown}
              className="px-2 pt-1 pb-4"
            >
              {shown && content}
            </div>
          </div>
        )
      })}
    </div>
  )
}
