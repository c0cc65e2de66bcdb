import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Ride } from '@samtur/contract/rides'
import { translate } from '#lib/i18n'
import { useLatePart } from '#lib/late-part'
import { useSession } from '#lib/session'
import { useToast } from '#ui/toast'

interface RideDialogProps<Shown> {
  ride: Shown
  open: boolean
  onClose: () => void
}

interface Options<Shown> {
  ride: Shown
  /** Whether the page was opened to press this button, as after signing in. */
  atOnce: boolean | undefined
  load: () => Promise<ComponentType<RideDialogProps<Shown>>>
  /** Says to who is signed out what the sign-in is for; the request for a seat by default. */
  logInText?: string
}

const loadLogIn = () => import('./log-in-sheet.tsx')

/** Returns a button's attributes and its dialog; who is signed out signs in first. */
export function useRideDialog<Shown extends Ride>({ ride, atOnce, load, logInText }: Options<Shown>) {
  const toast = useToast()
  const here = useLocation()
  const navigate = useNavigate()
  const { status } = useSession()
  const { Part: Dialog, ...dialog } = useLatePart(load)
  const { Part: logIn, ...asking } = useLatePart(loadLogIn)
  const [open, setOpen] = useState(false)
  const [opening, setOpening] = useState(0)
  const [signsIn, setSignsIn] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)

  const askToLogIn = () =>
    asking.open(({ logInFirst }) => {
      toast(logInFirst(translate(), ride, here, navigate, logInText))
      setSignsIn(true)
    })
  const show = () => {
    setOpening((count) => count + 1)
    setOpen(true)
  }
  const press = () => (status === 'signed-out' ? askToLogIn() : dialog.open(show))
  const begin = useEffectEvent(() => ref.current?.checkVisibility() && press())
  useEffect(() => {
    if (atOnce) begin()
  }, [atOnce])
  // The session has ended while the dialog is open: signing in leads back to it.
  const isCutOff = open && status === 'signed-out'
  const ask = useEffectEvent(askToLogIn)
  useEffect(() => {
    if (isCutOff) ask()
  }, [isCutOff])

  return {
    button: { ref, busy: dialog.busy || asking.busy },
    press,
    open,
    // Each opening starts with empty fields and a new idempotency key.
    dialog: (
      <>
        {Dialog && <Dialog key={opening} ride={ride} open={open} onClose={() => setOpen(false)} />}
        {logIn && (
          <logIn.LogInSheet
            ride={ride}
            open={signsIn && status === 'signed-out'}
            onClose={() => setSignsIn(false)}
            text={logInText}
          />
        )}
      </>
    ),
  }
}
