import { useEffect, useEffectEvent, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { FieldCode } from '@samtur/contract/errors'
import type { SearchAddress } from '@samtur/contract/filters'
import { signInPath } from '@samtur/contract/paths'
import type { OwnWanted } from '@samtur/contract/wanted'
import { ApiError } from '#lib/api'
import { useAction } from '#lib/forms/action'
import { useIdempotencyKey } from '#lib/forms/idempotency-key'
import { osloDay } from '#lib/oslo-time'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#lib/session'
import { bodyOf, findSame, isComplete, wantedOfSearch, type WantedValues } from './model.ts'
import { dropPress, keepPress, keptPress } from './pending-wanted.ts'
import { previewQuery, useOwnWanted, useSaveWanted } from './queries.ts'

export const ends = ['from', 'to'] as const
type End = (typeof ends)[number]
export type EndProblems = Partial<Record<End, FieldCode>>

/** Returns what is wrong with the places: the server knows which ones it has. */
function problemsOf(values: WantedValues, error: unknown): EndProblems {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
  return Object.fromEntries(
    ends.flatMap((end) => {
      const code = values[end].text.trim() === '' ? 'required' : fields[end]
      return code ? [[end, code] as const] : []
    }),
  )
}

const idOf = (error: unknown) =>
  error instanceof ApiError && error.code === 'wanted_exists' ? String(error.params?.['id'] ?? '') : undefined
const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'offline'

/** The wanted ride that a search stands for: what it would find, and the press that saves it. */
export function useSearchWanted(search: SearchAddress) {
  const navigate = useNavigate()
  const here = useLocation()
  const { status } = useSession()
  const [pressed] = useState(() => keptPress(search))
  const [values, setValues] = useState(() => pressed ?? wantedOfSearch(search, osloDay()))
  const [saved, setSaved] = useState<OwnWanted>()
  const [existing, setExisting] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const { keyOf, renewKey } = useIdempotencyKey()
  const { mutateAsync } = useSaveWanted()
  const own = useOwnWanted(status === 'signed-in')
  // A place that is being typed is not known yet.
  const isTyped = ends.some((end) => values[end].place_id === null && values[end].text !== (search[end] ?? ''))
  const preview = useQuery(previewQuery(isComplete(values) && !isTyped ? bodyOf(values) : undefined))
  const problems = problemsOf(values, refused ?? preview.error)
  // Its fields stay while a place is being mended.
  const [asksPlaces, setAsksPlaces] = useState(false)
  if (!asksPlaces && Object.keys(problems).length > 0) setAsksPlaces(true)
  const same = saved ?? findSame(own.data ?? [], values)

  const change = (next: WantedValues) => {
    setValues(next)
    setExisting(false)
    setRefused(undefined)
  }
  const done = (wanted: OwnWanted) => {
    renewKey()
    dropPress()
    setWaiting(false)
    setSaved(wanted)
  }
  /** Saves the wanted ride; who is signed out signs in first and comes back, and then it is saved. */
  const send = async (wanted: WantedValues): Promise<OwnWanted | false> => {
    change(wanted)
    if (status === 'signed-out') {
      keepPress(search, wanted)
      void navigate(signInPath(here.pathname + here.search))
      return false
    }
    const body = bodyOf(wanted)
    return mutateAsync({ body, idempotencyKey: keyOf(body) })
  }
  /** Returns true when the card says what is wrong, so that no toast is needed. */
  const fail = (error: unknown, wanted: WantedValues): boolean => {
    setWaiting(isOffline(error))
    if (isOffline(error)) {
      keepPress(search, wanted)
      return true
    }
    dropPress()
    if (idOf(error) !== undefined) {
      setExisting(true)
      return true
    }
    setRefused(error)
    return Object.keys(problemsOf(wanted, error)).length > 0
  }
  const { start, busy } = useAction({ toastKey: 'wanted', run: send, onDone: done, onError: fail })

  const again = useEffectEvent(() => void start(values))
  const resumes = pressed !== undefined && status === 'signed-in'
  useEffect(() => {
    if (resumes) again()
  }, [resumes])
  useEffect(() => {
    if (!waiting) return
    const retry = () => again()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [waiting])

  return {
    values,
    change,
    problems,
    asksPlaces,
    recent: preview.data?.recent ?? undefined,
    press: () => void start(values),
    busy,
    /** For the form: what is pressed there goes the same way. */
    send,
    done,
    fail,
    same,
    /** It was saved here, a moment ago. */
    isNew: saved !== undefined,
    setSaved,
    exists: existing || (same !== undefined && saved === undefined),
    waiting,
  }
}
