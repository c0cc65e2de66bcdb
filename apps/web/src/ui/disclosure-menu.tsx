import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useAnchored } from './anchored.ts'
import { Icon, type IconName } from './icon.tsx'

export interface MenuItem {
  label: ReactNode
  /** The link's target; without it `onSelect` is called. */
  to?: string
  /** The target is a file. */
  download?: boolean
  onSelect?: () => void
  icon?: IconName
  /** The current page or choice. */
  current?: boolean
  key?: string
}

export interface DisclosureMenuProps {
  /** Content of the button. */
  label: ReactNode
  /** The button's name where `label` is an icon or too short. */
  name?: string
  items: readonly MenuItem[]
  align?: 'start' | 'end'
  /** Without the small arrow after the label. */
  plain?: boolean
  buttonClassName: string
  /** Below the items, while the menu is open. */
  footer?: ReactNode
}

/** A button that shows a short list of links or choices. Esc, a press outside and a choice close it. */
export function DisclosureMenu(props: DisclosureMenuProps) {
  const { label, name, items, align = 'start', plain, buttonClassName, footer } = props
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const id = useId()
  useAnchored(open, button, popup, { align })
  const close = () => popup.current?.hidePopover()

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-expanded={open}
        aria-controls={id}
        aria-label={name}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          popup.current?.showPopover()
          popup.current?.querySelector<HTMLElement>('a, button')?.focus()
        }}
        className={`print:hidden ${buttonClassName}`}
      >
        {label}
        {!plain && <Icon name="chevron-down" size={16} className={open ? 'rotate-180' : ''} />}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        className="popup min-w-52 overflow-y-auto p-1.5"
        onToggle={(event) => setOpen(event.newState === 'open')}
        onBlur={(event) => {
          // Tabbing past the last item closes the menu.
          const to = event.relatedTarget
          if (to && to !== button.current && !event.currentTarget.contains(to)) close()
        }}
      >
        <ul>
          {items.map((item, index) => (
            <li key={item.key ?? item.to ?? index}>
              <Entry item={item} close={close} />
            </li>
          ))}
        </ul>
        {open && footer && <div className="mt-1.5 border-t border-line pt-2.5">{footer}</div>}
      </div>
    </>
  )
}

function moveWithin(event: KeyboardEvent<HTMLElement>) {
  const entries = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('a, button') ?? [])]
  const at = entries.findIndex((entry) => entry === event.currentTarget)
  const steps: Record<string, number> = { ArrowDown: (at + 1) % entries.length, ArrowUp: at - 1, Home: 0, End: -1 }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  entries.at(step)?.focus()
}

function Entry({ item, close }: { item: MenuItem; close: () => void }) {
  const look =
    'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 py-2 text-start no-underline hover:bg-sunk ' +
    `focus-visible:-outline-offset-2 ${item.current ? 'font-semibold' : ''}`
  const content = (
    <>
      {item.icon && <Icon name={item.icon} className="text-soft" />}
      <span className="min-w-0 flex-1">{item.label}</span>
      {item.current && <Icon name="check" size={18} className="text-brand" />}
    </>
  )
  const choose = () => {
    close()
    item.onSelect?.()
  }
  if (item.to !== undefined) {
    return (
      <Link
        to={item.to}
        download={item.download}
        reloadDocument={item.download}
        onClick={choose}
        onKeyDown={moveWithin}
        aria-current={item.current ? 'page' : undefined}
        className={look}
      >
        {content}
      </Link>
    )
  }
  return (
    <button
      type="button"
      onClick={choose}
      onKeyDown={moveWithin}
      aria-current={item.current || undefined}
      className={look}
    >
      {content}
    </button>
  )
}
