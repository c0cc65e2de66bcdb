/** The message that is being written to a driver. It survives a reload of the page, and goes with the dialog it is written in. */
import { useEffect, useState } from 'react'
import { getSession } from '#lib/session'

const storageKey = 'reservation-draft'

interface Draft {
  owner: string | undefined
  ride: string
  message: string
}

const ownerNow = () => getSession().me?.id

function load(ride: string): string {
  try {
    const draft = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Draft | null
    return draft?.ride === ride && draft.owner === ownerNow() ? draft.message : ''
  } catch {
    return ''
  }
}

function save(draft: Draft | undefined) {
  try {
    if (draft?.message) sessionStorage.setItem(storageKey, JSON.stringify(draft))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // A full or forbidden storage costs what a reload would have kept, never the text.
  }
}

export function useMessageDraft(ride: string, open: boolean) {
  const [message, setMessage] = useState(() => load(ride))
  useEffect(() => {
    if (open) save({ owner: ownerNow(), ride, message })
    else save(undefined)
  }, [ride, open, message])
  return [message, setMessage] as const
}
