import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button, IconButton, type ButtonVariant } from './button.tsx'
import { modalClosed, modalOpened } from './modal-layer.ts'

export interface DialogProps {
  open: boolean
  /** Called by the close button, Esc and a press outside; the parent sets `open`. */
  onClose: () => void
  title: ReactNode
  /** Name of the close button. */
  closeLabel: string
  /** A field was changed: a press outside no longer closes. An element with `data-autofocus` gets the focus first. */
  dirty?: boolean
  /** The actions, which stay at the bottom while the content scrolls. */
  footer?: ReactNode
  /** `full` leaves only a margin, for large pictures. */
  size?: 'sm' | 'md' | 'lg' | 'full'
  children: ReactNode
}

const widths = {
  sm: '[--dialog-width:26rem]',
  md: '[--dialog-width:34rem]',
  lg: '[--dialog-width:46rem]',
  full: '[--dialog-width:100%] h-dvh max-h-dvh max-sm:rounded-none sm:h-[calc(100dvh-3rem)] sm:max-h-none',
}

/** The browser's modal dialog: focus moves in, stays in, and returns to the opener. A sheet from below on a phone. */
export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  dirty = false,
  footer,
  size = 'md',
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const titleId = useId()

  const ask = useEffectEvent(() => onClose())
  const press = useEffectEvent((event: Event) => {
    // Press and release must both be outside, because selecting text may end there.
    if (event.type === 'pointerdown') pressedOutside.current = event.target === ref.current
    else if (pressedOutside.current && event.target === ref.current && !dirty) onClose()
  })

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const opener = document.activeElement
    const events = new AbortController()
    const listen = { signal: events.signal }
    dialog.addEventListener('pointerdown', press, listen)
    dialog.addEventListener('click', press, listen)
    const cancel = (event: Event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      ask()
    }
    dialog.addEventListener('cancel', cancel, listen)
    // A second Esc closes without `cancel` in some browsers: notifies the parent, which may keep it open.
    const closed = () => {
      ask()
      setTimeout(() => events.signal.aborted || dialog.open || dialog.showModal(), 100)
    }
    dialog.addEventListener('close', closed, listen)
    dialog.showModal()
    modalOpened(dialog)
    // Focuses the title rather than the first field, because a phone's keyboard would cover the dialog.
    dialog.querySelector<HTMLElement>('[data-autofocus], [data-dialog-title]')?.focus()
    return () => {
      events.abort()
      modalClosed(dialog)
      dialog.close()
      // The browser returns the focus too, but not when the opener was re-rendered meanwhile.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [open])

  return (
    <dialog ref={ref} aria-labelledby={titleId} className={`dialog ${widths[size]}`}>
      {open && (
        // In a low window (a phone on its side, a high zoom) the whole dialog scrolls: see `.dialog`.
        <div className="flex min-h-0 grow flex-col [@media(max-height:30rem)]:shrink-0">
          <header className="flex items-start gap-3 ps-5 pe-2 pt-3 pb-1 sm:ps-6 sm:pe-3 sm:pt-4">
            <h2 id={titleId} data-dialog-title tabIndex={-1} className="min-w-0 flex-1 py-2 text-xl">
              {title}
            </h2>
            <IconButton icon="close" label={closeLabel} onClick={onClose} />
          </header>
          <div className={`min-h-0 flex-1 overflow-y-auto px-5 pt-1 sm:px-6 ${footer ? 'pb-4' : 'pb-6'}`}>
            {children}
          </div>
          <div data-toasts />
          {footer && (
            <footer
              className={
                'flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 max-sm:*:flex-1 ' +
                'max-[25rem]:flex-col sm:px-6'
              }
            >
              {footer}
            </footer>
          )}
        </div>
      )}
    </dialog>
  )
}

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  variant?: ButtonVariant
  busy?: boolean
}

/** A question with two buttons; the safe one comes first in reading and focus order. */
export function ConfirmDialog({
  onConfirm,
  children,
  confirmLabel,
  cancelLabel,
  variant,
  busy,
  ...rest
}: ConfirmDialogProps) {
  const footer = (
    <>
      <Button variant="quiet" onClick={rest.onClose}>
        {cancelLabel}
      </Button>
      <Button variant={variant} busy={busy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog {...rest} size="sm" footer={footer}>
      <div className="text-soft">{children}</div>
    </Dialog>
  )
}
