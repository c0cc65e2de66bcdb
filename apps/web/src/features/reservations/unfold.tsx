import { useId, useState, type ReactNode } from 'react'
import { Icon } from '#ui/icon'

interface UnfoldProps {
  /** At the start of the line. */
  line: ReactNode
  /** Of the button at its end. */
  label: string
  opened?: boolean
  /** On a wider window the content is always shown, without the button. */
  onlyOnPhone?: boolean
  children: ReactNode
}

/** A line, at whose end a button shows and hides what stands below it. */
export function Unfold({ line, label, opened = false, onlyOnPhone = false, children }: UnfoldProps) {
  const id = useId()
  const [open, setOpen] = useState(opened)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
        {line}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          // As high as a finger needs, in a line that is not.
          className={`-my-3 flex min-h-11 items-center gap-0.5 rounded-sm font-semibold text-link hover:underline ${onlyOnPhone ? 'sm:hidden' : ''}`}
        >
          {label}
          <Icon name={open ? 'chevron-down' : 'chevron-end'} size={16} />
        </button>
      </div>
      {(open || onlyOnPhone) && (
        <div id={id} className={open ? '' : 'max-sm:hidden'}>
          {children}
        </div>
      )}
    </>
  )
}
