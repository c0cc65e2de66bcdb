import { createContext, use, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Icon, type IconName } from './icon.tsx'
import { useTopModal } from './modal-layer.ts'

export type ToastTone = 'success' | 'error' | 'info'

export interface ToastMessage {
  title: string
  text?: string
  tone?: ToastTone
  /** One thing to do about it, such as 'Angre'. */
  action?: { label: string; onSelect: () => void }
  /** The form or flow it belongs to: a newer one of the same takes its place. */
  key?: string
}

interface ShownToast extends ToastMessage {
  id: number
  at: number
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => {})
const HistoryContext = createContext<readonly ShownToast[]>([])

/** `toast({ title, text, tone })`. */
export const useToast = () => use(ToastContext)
/** The last twenty messages, newest first, for somebody who could not read in time. */
export const useToastHistory = () => use(HistoryContext)

/** On a phone only the newest: several would cover the page. */
const shownAtOnce = () => (globalThis.matchMedia?.('(width < 37.5rem)').matches ? 1 : 3)
const keptInHistory = 20

export interface ToastProviderProps {
  /** Names of the region and of each toast's dismiss button. */
  texts: { region: string; dismiss: string }
  children: ReactNode
}

export function ToastProvider({ texts, children }: ToastProviderProps) {
  const [shown, setShown] = useState<readonly ShownToast[]>([])
  const [history, setHistory] = useState<readonly ShownToast[]>([])
  const nextId = useRef(0)
  const show = useCallback((message: ToastMessage) => {
    const toast = { ...message, id: ++nextId.current, at: Date.now() }
    const stays = ({ key }: ShownToast) => !key || key !== toast.key
    setShown((before) => [...before.filter(stays), toast].slice(-shownAtOnce()))
    setHistory((before) => [toast, ...before].slice(0, keptInHistory))
  }, [])
  const dismiss = useCallback((id: number) => setShown((before) => before.filter((toast) => toast.id !== id)), [])
  return (
    <ToastContext value={show}>
      <HistoryContext value={history}>{children}</HistoryContext>
      <ToastRegion toasts={shown} dismiss={dismiss} texts={texts} />
    </ToastContext>
  )
}

interface ToastRegionProps {
  toasts: readonly ShownToast[]
  dismiss: (id: number) => void
  texts: ToastProviderProps['texts']
}

function ToastRegion({ toasts, dismiss, texts }: ToastRegionProps) {
  // Inside the open dialog, if there is one: outside it would be inert and silent.
  const dialog = useTopModal()
  const list = (tone: 'error' | 'other') =>
    toasts
      .filter((toast) => (toast.tone === 'error') === (tone === 'error'))
      .map((toast) => <Toast key={toast.id} toast={toast} dismiss={dismiss} dismissLabel={texts.dismiss} />)
  return createPortal(
    <section
      aria-label={texts.region}
      className={
        'pointer-events-none inset-x-3 z-50 flex flex-col items-center gap-2 ' + (dialog ? aboveActions : corner)
      }
    >
      {/* Both regions exist before anything is put into them, or screen readers stay silent. */}
      <div role="alert" aria-atomic="false" className="contents">
        {list('error')}
      </div>
      <div role="status" aria-atomic="false" className="contents">
        {list('other')}
      </div>
    </section>,
    dialog ?? document.body,
  )
}

// Above on a phone, where the actions are below; in the lower corner elsewhere.
const corner =
  'fixed top-[var(--toast-top,calc(var(--bar)+0.5rem))] sm:start-auto sm:end-6 sm:top-auto sm:bottom-[calc(1.5rem+var(--bottom-bar,0px))] sm:w-md'
// In a dialog above its row of buttons: title and close button stay free.
const aboveActions = 'absolute bottom-21'

const icons: Record<ToastTone, IconName> = { success: 'check-circle', error: 'warning', info: 'info' }
const colours: Record<ToastTone, string> = { success: 'text-brand', error: 'text-danger', info: 'text-link' }

interface ToastProps {
  toast: ShownToast
  dismiss: (id: number) => void
  dismissLabel: string
}

function Toast({ toast, dismiss, dismissLabel }: ToastProps) {
  const { id, title, text, tone = 'info', action } = toast
  const [held, setHeld] = useState(false)
  // Long texts get longer: six seconds at least, and about a second for fifteen characters.
  const stays = Math.max(6000, 2500 + (title.length + (text?.length ?? 0)) * 70 + (action ? 4000 : 0))
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(id), stays)
    return () => clearTimeout(timer)
  }, [held, stays, id, dismiss])
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={
        'pointer-events-auto flex w-full max-w-md items-start gap-3 rounded-field border border-line bg-surface ps-4 pe-1.5 ' +
        'shadow-float transition-[opacity,translate] starting:-translate-y-3 starting:opacity-0 sm:starting:translate-y-3'
      }
    >
      <Icon name={icons[tone]} size={22} className={`my-3 ${colours[tone]}`} />
      <div className="min-w-0 flex-1 py-3">
        <p className="font-semibold">{title}</p>
        {text && <p className="text-sm text-soft">{text}</p>}
        {action && (
          <button
            type="button"
            className="-mb-1.5 min-h-10 rounded-sm font-semibold text-link hover:underline"
            onClick={() => {
              action.onSelect()
              dismiss(id)
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={dismissLabel}
        onClick={() => dismiss(id)}
        className="mt-0.5 inline-flex size-11 shrink-0 items-center justify-center rounded-field text-soft hover:bg-sunk hover:text-text"
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  )
}
