/** The request that is being written to a driver. It survives a reload of the page, and goes with the dialog it is written in. */
import { useEffect, useState } from 'react'
import { getSession } from '#lib/session'

const storageKey = 'reservation-draft'

interface Draft {
  message: string
  seats: number
}

interface StoredDraft extends Partial<Draft> {
  owner: string | undefined
  ride: string
}

const none: Draft = { message: '', seats: 1 }
const ownerNow = () => getSession().me?.id

function load(ride: string): Draft {
  try {
    const draft = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as StoredDraft | null
    if (draft?.ride !== ride || draft.owner !== ownerNow()) return none
    return { message: draft.message ?? '', seats: draft.seats ?? 1 }
  } catch {
    return none
  }
}

function save(draft: (StoredDraft & Draft) | undefined) {
  try {
    if (draft && (draft.message || draft.seats > 1)) sessionStorage.setItem(storageKey, JSON.stringify(draft))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // A full or forbidden storage costs what a reload would have kept, never the text.
  }
}

/** Returns message and number of seats, and how to change one of them. */
export function useRequestDraft(ride: string, open: boolean) {
  const [draft, setDraft] = useState(() => load(ride))
  const { message, seats } = draft
  useEffect(() => {
    if (open) save({ owner: ownerNow(), ride, message, seats })
    else save(undefined)
  }, [ride, open, message, seats])
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  return [draft, change] as const
}
