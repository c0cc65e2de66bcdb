import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { modalClosed, modalOpened } from './modal-layer.ts'

export interface SidePanelProps {
  title: ReactNode
  closeLabel: string
  onClose: () => void
  /** Beside the close button. */
  actions?: ReactNode
  /** Returns whether the person has just opened it: then the focus moves into it. Otherwise it was open on the page before. */
  justOpened: () => boolean
  children: ReactNode
}

const isNarrow = () => globalThis.matchMedia?.('(width < 37.5rem)').matches ?? false

/** A panel in the corner beside the page, which stays usable; on a phone it covers the page. Esc closes it. */
export function SidePanel({ title, closeLabel, onClose, actions, justOpened, children }: SidePanelProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const close = useEffectEvent(() => onClose())
  const wasJustOpened = useEffectEvent(() => justOpened())

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const opened = wasJustOpened()
    const modal = isNarrow()
    // Left open on the page before: on a phone it would cover the new page.
    if (modal && !opened) return queueMicrotask(close)
    const opener = document.activeElement
    if (modal) {
      dialog.showModal()
      modalOpened(dialog)
    } else dialog.show()
    focusOf(dialog, modal, opened, opener)?.focus({ preventScroll: true })
    const forget = listen(dialog, close)
    return () => {
      const within = dialog.contains(document.activeElement)
      forget()
      if (modal) modalClosed(dialog)
      dialog.close()
      if (within && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])

  return (
    <dialog ref={ref} aria-labelledby={titleId} className={look}>
      <header className="flex items-center gap-1 border-b border-line py-1.5 ps-4 pe-1.5">
        <h2 id={titleId} data-panel-title tabIndex={-1} className="min-w-0 flex-1 text-lg">
          {title}
        </h2>
        {actions}
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </header>
      {children}
      <div data-toasts />
    </dialog>
  )
}

const look =
  'fixed inset-0 z-40 m-0 h-dvh max-h-none w-full max-w-none flex-col overflow-hidden bg-surface text-text open:flex ' +
  'sm:inset-auto sm:end-6 sm:bottom-21 sm:h-[min(38rem,calc(100dvh-var(--bar)-6.5rem))] sm:min-h-64 sm:w-[25rem] ' +
  'sm:rounded-card sm:border sm:border-line sm:shadow-float'

/** Returns the element to focus: not a field on a phone, where the keyboard would cover the content. */
function focusOf(dialog: HTMLElement, modal: boolean, opened: boolean, before: Element | null) {
  if (!opened) return before instanceof HTMLElement ? before : undefined
  const field = modal ? null : dialog.querySelector<HTMLElement>('input, textarea')
  return field ?? dialog.querySelector<HTMLElement>('[data-panel-title]')
}

function listen(dialog: HTMLDialogElement, close: () => void) {
  const events = new AbortController()
  const options = { signal: events.signal }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  dialog.addEventListener('keydown', onKey, options)
  dialog.addEventListener('cancel', (event) => event.preventDefault(), options)
  // Some browsers close it without a `cancel` event.
  dialog.addEventListener('close', close, options)
  return () => events.abort()
}
