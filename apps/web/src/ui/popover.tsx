import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useAnchored } from './anchored.ts'

export interface PopoverProps {
  /** Content of the button, with a name in words. */
  button: ReactNode
  buttonClassName: string
  align?: 'start' | 'end'
  /** Style of the box, such as its width. */
  className?: string
  /** Rendered only while it is open. */
  children: ReactNode
}

/** A button that shows a box with any content. Esc, a press outside, tabbing out of it and a change of page close it. */
export function Popover({ button, buttonClassName, align = 'start', className = '', children }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const id = useId()
  useAnchored(open, opener, popup, { align })
  const close = () => popup.current?.hidePopover()
  const { key } = useLocation()
  const leave = useEffectEvent(() => open && close())
  useEffect(() => {
    leave()
  }, [key])
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        aria-expanded={open}
        aria-controls={id}
        className={buttonClassName}
      >
        {button}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        className={`popup overflow-y-auto ${className}`}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onBlur={(event) => {
          const to = event.relatedTarget
          if (to && to !== opener.current && !event.currentTarget.contains(to)) close()
        }}
      >
        {open && children}
      </div>
    </>
  )
}
