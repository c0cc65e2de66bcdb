import {
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { useAnchored } from './anchored.ts'
import { useEntered } from './entered.ts'
import { controlClass, useFieldControl } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'
import { splitAtMatch } from './match.ts'
import { Spinner } from './spinner.tsx'

export interface ComboboxOption {
  key: string
  label: string
  /** A secondary text, such as the county. */
  detail?: string
  icon?: IconName
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'onSelect' | 'role'>

export interface ComboboxProps<Option extends ComboboxOption> extends InputProps {
  /** The text, valid whether or not it is one of the options. */
  value: string
  onChange: (text: string) => void
  /** Called when an option is picked, after `onChange` with its label. */
  onPick?: (option: Option) => void
  /** Options that match the text; the parent loads them. */
  options: readonly Option[]
  /** 'soon' while typing goes on: a list without options opens after it, because opening takes a slow phone as long as a key may. */
  loading?: boolean | 'soon'
  texts: {
    /** Shown while `loading` without options. */
    loading: string
    /** Shown without options, which is not an error. */
    empty: string
    /** Announced when the number changes. */
    count: (count: number) => string
  }
  ref?: Ref<HTMLInputElement>
}

/** Editable combobox with a list (WAI-ARIA 1.2): any text is allowed, arrows choose, Enter and Tab accept, Esc closes. */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { value, onChange, onPick, options, loading, texts, className = '', ref, ...rest } = props
  const { inset, attributes } = useFieldControl(rest)
  const [expanded, setExpanded] = useState(false)
  const [activeKey, setActiveKey] = useState<string>()
  const anchor = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const listId = useId()
  const open = expanded && value.trim() !== '' && (options.length > 0 || loading !== 'soon')
  const active = open ? options.findIndex((option) => option.key === activeKey) : -1
  useAnchored(open, anchor, popup, { matchWidth: true })
  useEntered(anchor, value, (entered) => {
    onChange(entered)
    if (anchor.current?.contains(document.activeElement)) setExpanded(true)
  })

  const close = () => {
    setExpanded(false)
    setActiveKey(undefined)
  }
  const pick = (option: Option) => {
    onChange(option.label)
    onPick?.(option)
    close()
  }
  const move = (to: number) => {
    const option = options.at(to)
    setExpanded(true)
    setActiveKey(option?.key)
    if (option) reveal(popup.current, document.getElementById(`${listId}-${option.key}`))
  }
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    ArrowDown: (event) => {
      event.preventDefault()
      // Alt shows the list without choosing.
      if (event.altKey) setExpanded(true)
      else move(active + 1 < options.length ? active + 1 : 0)
    },
    ArrowUp: (event) => {
      event.preventDefault()
      if (event.altKey) close()
      else move(active > 0 ? active - 1 : -1)
    },
    // Moves within the text and drops the choice, because the focus is in the text again.
    Home: () => setActiveKey(undefined),
    End: () => setActiveKey(undefined),
    Enter: (event) => {
      const option = options[active]
      if (option) event.preventDefault()
      if (option) pick(option)
      else close()
    },
    Tab: () => {
      const option = options[active]
      if (option) pick(option)
      else close()
    },
    Escape: (event) => {
      if (!expanded || value.trim() === '') return
      // Also a list that opens when typing pauses. Keeps a dialog around it open.
      event.preventDefault()
      close()
    },
  }

  return (
    <div ref={anchor} className="relative">
      <input
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        dir="auto"
        {...rest}
        {...attributes}
        ref={ref}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? `${listId}-${options[active]?.key}` : undefined}
        value={value}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          onChange(event.target.value)
          setActiveKey(undefined)
          setExpanded(true)
        }}
        onKeyDown={(event) => {
          rest.onKeyDown?.(event)
          if (!event.defaultPrevented && !event.nativeEvent.isComposing) keys[event.key]?.(event)
        }}
        onBlur={(event) => {
          close()
          rest.onBlur?.(event)
        }}
        className={controlClass(inset, className)}
      />
      <div ref={popup} popover="manual" className="popup overflow-y-auto p-1.5">
        <div id={listId} role="listbox" aria-label={texts.count(options.length)} aria-busy={loading && true}>
          {options.map((option, index) => (
            <OptionRow
              key={option.key}
              id={`${listId}-${option.key}`}
              option={option}
              text={value}
              active={index === active}
              pick={() => pick(option)}
            />
          ))}
        </div>
        {options.length === 0 && <NoOptions loading={loading} texts={texts} />}
      </div>
      <span role="status" className="sr-only">
        {open && (options.length > 0 ? texts.count(options.length) : loading ? texts.loading : texts.empty)}
      </span>
    </div>
  )
}

function NoOptions({ loading, texts }: Pick<ComboboxProps<ComboboxOption>, 'loading' | 'texts'>) {
  return (
    <p className="flex min-h-11 items-center gap-2.5 px-3 text-soft">
      {loading && <Spinner size={18} />}
      {loading ? texts.loading : texts.empty}
    </p>
  )
}

/** Scrolls the popup alone; `scrollIntoView` would scroll the page as well. */
function reveal(popup: HTMLElement | null, row: HTMLElement | null) {
  if (!popup || !row) return
  const lowest = row.offsetTop + row.offsetHeight - popup.clientHeight
  popup.scrollTop = Math.min(row.offsetTop, Math.max(popup.scrollTop, lowest))
}

interface OptionRowProps {
  id: string
  option: ComboboxOption
  text: string
  active: boolean
  pick: () => void
}

function OptionRow({ id, option, text, active, pick }: OptionRowProps) {
  const [before, match, after] = splitAtMatch(option.label, text)
  return (
    // The focus stays in the text field, whose keys control the list, so the pointer must not move it.
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={pick}
      onKeyDown={undefined}
      className={
        'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm border border-transparent px-3 py-1.5 hover:bg-sunk ' +
        'aria-selected:bg-brand-tint aria-selected:text-on-tint forced-colors:aria-selected:border-[Highlight]'
      }
    >
      <Icon name={option.icon ?? 'pin'} size={18} className={active ? '' : 'text-soft'} />
      <span className="min-w-0 flex-1">
        <bdi>
          {before}
          {match && <b>{match}</b>}
          {after}
        </bdi>
        {option.detail && <span className="ms-2 text-sm text-soft">{option.detail}</span>}
      </span>
    </div>
  )
}
