import { useEffect, useEffectEvent, useId, useRef, useState, type ComponentType } from 'react'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { useClearToast, useToast } from '#ui/toast'

interface LateDialogProps<Ride> {
  ride: Ride
  open: boolean
  onClose: () => void
}

interface Options<Ride> {
  ride: Ride
  /** Whether the page was opened to press this button, as after signing in. */
  atOnce: boolean | undefined
  load: () => Promise<ComponentType<LateDialogProps<Ride>>>
  /** Called in place of opening the dialog for who is signed out. */
  askToLogIn: () => Promise<void>
}

/** Returns a button's attributes and its dialog, which is loaded on the first press: most who see the button never press it. */
export function useLateDialog<Ride>({ ride, atOnce, load, askToLogIn }: Options<Ride>) {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const key = useId()
  const { status } = useSession()
  const [Dialog, setDialog] = useState<ComponentType<LateDialogProps<Ride>>>()
  const [open, setOpen] = useState(false)
  const [opening, setOpening] = useState(0)
  const [busy, setBusy] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)

  const press = async () => {
    setBusy(true)
    clearToast(key)
    try {
      if (status === 'signed-out') return await askToLogIn()
      const loaded = await load()
      setDialog(() => loaded)
      setOpening((count) => count + 1)
      setOpen(true)
    } catch {
      toast({ title: t('core.error_title'), text: t('core.generic_error'), tone: 'error', key })
    } finally {
      setBusy(false)
    }
  }
  const begin = useEffectEvent(() => void (ref.current?.checkVisibility() && press()))
  useEffect(() => {
    if (atOnce) begin()
  }, [atOnce])
  // The session has ended while the dialog is open: signing in leads back to it.
  const isCutOff = open && status === 'signed-out'
  const ask = useEffectEvent(() => void askToLogIn().catch(() => {}))
  useEffect(() => {
    if (isCutOff) ask()
  }, [isCutOff])

  return {
    button: { ref, busy },
    press: () => void press(),
    open,
    // Each opening starts with empty fields and a new idempotency key.
    dialog: Dialog && <Dialog key={opening} ride={ride} open={open} onClose={() => setOpen(false)} />,
  }
}
