import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export interface TabItem<Value extends string> {
  value: Value
  label: ReactNode
  icon?: IconName
}

export interface TabsProps<Value extends string> {
  /** Name of the row of tabs. */
  label: string
  items: readonly TabItem<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

/** One Tab stop; arrows, Home and End choose, in the direction of reading. */
export function Tabs<Value extends string>({ label, items, value, onChange, children }: TabsProps<Value>) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = items.findIndex((item) => item.value === value)
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at - 1, [forward]: at + 1, Home: 0, End: -1 }
    const step = steps[event.key]
    if (step === undefined) return
    const next = items.at(step % items.length)
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    document.getElementById(`${id}-tab-${next.value}`)?.focus()
  }
  return (
    <div>
      {/* The arrows work from any focused tab. */}
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={move}
        className="-mx-4 flex gap-1 overflow-x-auto max-[20rem]:flex-wrap px-4 pt-1 shadow-[inset_0_-1px_0_var(--color-line)] sm:mx-0 sm:px-0"
      >
        {items.map((item) => {
          const chosen = item.value === value
          return (
            <button
              key={item.value}
              type="button"
              role="tab"
              id={`${id}-tab-${item.value}`}
              aria-selected={chosen}
              aria-controls={chosen ? `${id}-panel` : undefined}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(item.value)}
              className={
                'relative inline-flex min-h-11 shrink-0 items-center gap-2 rounded-t-sm px-3 font-medium whitespace-nowrap ' +
                // On a phone the tabs share the row, and a long name breaks instead of being cut.
                'max-sm:shrink max-sm:grow max-sm:justify-center max-sm:py-1.5 max-sm:whitespace-normal max-sm:leading-tight ' +
                `max-[24rem]:gap-1 max-[24rem]:px-1 focus-visible:-outline-offset-2 ${chosen ? 'text-text' : 'text-soft hover:text-text'}`
              }
            >
              {item.icon && <Icon name={item.icon} size={18} className="max-[20rem]:hidden" />}
              {item.label}
              {chosen && <span className="absolute inset-x-2 bottom-0 border-t-3 border-brand" />}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${value}`} className="pt-5">
        {children}
      </div>
    </div>
  )
}
