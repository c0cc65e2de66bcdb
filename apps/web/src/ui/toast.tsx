import { createContext, use, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Icon, type IconName } from './icon.tsx'
import { useTopModal, watchModals, type TopModal } from './modal-layer.ts'
import { useOnServer } from './on-server.ts'

export type ToastTone = 'success' | 'error' | 'info'

export interface ToastMessage {
  title: string
  text?: string
  /** A second line with the reason. */
  detail?: string | undefined
  tone?: ToastTone
  /** One action, such as 'Angre'. */
  action?: { label: string; onSelect: () => void }
  /** The form or flow it belongs to: a newer one with the same key replaces it. */
  key?: string
  /** Stays until it is dismissed. */
  stays?: boolean
}

/** The key of toasts that send a reader to sign in; the page they lead to clears them. */
export const signInToast = 'sign-in'

interface ShownToast extends ToastMessage {
  id: number
  at: number
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => {})
const ClearContext = createContext<(key: string) => void>(() => {})
const PlaceContext = createContext<(place: HTMLElement | null) => void>(() => {})

/** `toast({ title, text, tone })`. */
export const useToast = () => use(ToastContext)
/** Removes the toast with this key. */
export const useClearToast = () => use(ClearContext)
/** Returns the ref of the element that holds the toasts: the Tab key reaches them from what stands before it. */
export const useToastPlace = () => use(PlaceContext)

/** One on a phone, because several would cover the page. */
const shownAtOnce = () => (globalThis.matchMedia?.('(width < 37.5rem)').matches ? 1 : 3)

export interface ToastProviderProps {
  /** Names of the region and of each toast's dismiss button. */
  texts: { region: string; dismiss: string }
  children: ReactNode
}

export function ToastProvider({ texts, children }: ToastProviderProps) {
  const [shown, setShown] = useState<readonly ShownToast[]>([])
  const [held, setHeld] = useState<readonly number[]>([])
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const nextId = useRef(0)
  const modal = useTopModal()
  const onServer = useOnServer()
  const show = useCallback((message: ToastMessage) => {
    const toast = { ...message, id: ++nextId.current, at: Date.now() }
    const stays = ({ key }: ShownToast) => !key || key !== toast.key
    setShown((before) => [...before.filter(stays), toast].slice(-shownAtOnce()))
  }, [])
  const clear = useCallback((key: string) => setShown((before) => before.filter((toast) => toast.key !== key)), [])
  const dismiss = useCallback((id: number) => setShown((before) => before.filter((toast) => toast.id !== id)), [])
  const hold = useCallback((id: number, still: boolean) => {
    setHeld((before) => {
      if (before.includes(id) === still) return before
      return still ? [...before, id] : before.filter((other) => other !== id)
    })
  }, [])
  useEffect(
    () =>
      watchModals((top) => {
        // A person who opens a dialog needs no earlier success any more.
        if (top.dialog) setShown((before) => before.filter((toast) => toast.tone !== 'success' || isNew(toast, top)))
      }),
    [],
  )
  const list = { toasts: shown, modal, dismiss, hold, texts }
  return (
    <ToastContext value={show}>
      <ClearContext value={clear}>
        <PlaceContext value={setPlace}>{children}</PlaceContext>
      </ClearContext>
      {shown.map((toast) => (
        <Lifetime key={toast.id} toast={toast} held={held.includes(toast.id)} dismiss={dismiss} />
      ))}
      {/* Always there, because a region that appears together with its content is not announced. */}
      {!onServer &&
        createPortal(
          <ToastRegion {...list} toasts={modal.dialog ? [] : shown} className={corner} />,
          place ?? document.body,
        )}
      {/* Outside of the open dialog it would be inert and silent. */}
      {modal.dialog &&
        createPortal(
          <ToastRegion {...list} className={row} />,
          modal.dialog.querySelector('[data-toasts]') ?? modal.dialog,
        )}
    </ToastContext>
  )
}

/** Returns whether a toast is not older than the opening or closing of a dialog. */
const isNew = ({ at }: ShownToast, { since }: TopModal) => at >= since

interface LifetimeProps {
  toast: ShownToast
  held: boolean
  dismiss: (id: number) => void
}

/** A component apart from the visible toast, which moves when a dialog opens or closes and would restart the time. */
function Lifetime({
  toast: { id, title, text = '', detail = '', action, stays: still },
  held,
  dismiss,
}: LifetimeProps) {
  // Longer texts stay longer: six seconds at least, and about a second for fifteen characters.
  const stays = Math.max(6000, 2500 + (title.length + text.length + detail.length) * 70 + (action ? 4000 : 0))
  useEffect(() => {
    if (held || still) return
    const timer = setTimeout(() => dismiss(id), stays)
    return () => clearTimeout(timer)
  }, [held, still, stays, id, dismiss])
  return null
}

interface ToastRegionProps {
  toasts: readonly ShownToast[]
  modal: TopModal
  dismiss: (id: number) => void
  hold: (id: number, still: boolean) => void
  texts: ToastProviderProps['texts']
  className: string
}

function ToastRegion({ toasts, modal, dismiss, hold, texts, className }: ToastRegionProps) {
  const list = (belongs: (toast: ShownToast) => boolean) =>
    toasts
      .filter(belongs)
      .map((toast) => <Toast key={toast.id} toast={toast} dismiss={dismiss} hold={hold} dismissLabel={texts.dismiss} />)
  return (
    <section aria-label={texts.region} className={`pointer-events-none flex flex-col items-center ${className}`}>
      {/* Announced before the dialog opened or closed: not again. */}
      <div className="contents">{list((toast) => !isNew(toast, modal))}</div>
      {/* Both regions exist before they have content, because screen readers would be silent otherwise. */}
      <div role="alert" aria-atomic="false" className="contents">
        {list((toast) => isNew(toast, modal) && toast.tone === 'error')}
      </div>
      <div role="status" aria-atomic="false" className="contents">
        {list((toast) => isNew(toast, modal) && toast.tone !== 'error')}
      </div>
    </section>
  )
}

// At the bottom, where pages have no headings or actions; a page with a field there (the chat) names a place above.
const corner =
  'fixed inset-x-3 z-50 gap-2 top-[var(--toast-top,auto)] bottom-[calc(0.75rem+var(--bottom-bar)+env(safe-area-inset-bottom))] ' +
  'sm:start-auto sm:end-6 sm:top-auto sm:bottom-[calc(1.5rem+var(--bottom-bar))] sm:w-md'
// In a dialog it is a separate row above the buttons and covers nothing.
const row = 'px-5 sm:px-6 [&>*>*]:mb-3'

const icons: Record<ToastTone, IconName> = { success: 'check-circle', error: 'warning', info: 'info' }
const colours: Record<ToastTone, string> = { success: 'text-brand', error: 'text-danger', info: 'text-link' }

interface ToastProps {
  toast: ShownToast
  dismiss: (id: number) => void
  hold: (id: number, still: boolean) => void
  dismissLabel: string
}

function Toast({ toast, dismiss, hold, dismissLabel }: ToastProps) {
  const { id, title, text, detail, tone = 'info', action } = toast
  // A toast removed from under the pointer gets no leave event.
  useEffect(() => () => hold(id, false), [id, hold])
  return (
    <div
      data-toast
      onPointerEnter={() => hold(id, true)}
      onPointerLeave={() => hold(id, false)}
      onFocus={() => hold(id, true)}
      onBlur={() => hold(id, false)}
      className={
        'pointer-events-auto flex w-full max-w-md items-start gap-3 rounded-field border border-line bg-surface ps-4 pe-1.5 ' +
        'shadow-float transition-[opacity,translate] starting:translate-y-3 starting:opacity-0'
      }
    >
      <Icon name={icons[tone]} size={22} className={`my-3 ${colours[tone]}`} />
      <div className="min-w-0 flex-1 py-3">
        <p className="font-semibold">{title}</p>
        {text && <p className="text-sm text-soft">{text}</p>}
        {detail && <p className="text-sm text-soft">{detail}</p>}
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
