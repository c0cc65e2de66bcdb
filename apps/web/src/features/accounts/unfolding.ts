import { useEffect, useRef, useState } from 'react'

/** A form behind a button: its first field gets the focus, and the button gets it back when the form has gone. */
export function useUnfolding() {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (open) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
    else if (wasOpen.current) opener.current?.focus()
    wasOpen.current = open
  }, [open])
  return { open, opener, form, show: () => setOpen(true), hide: () => setOpen(false) }
}
