import { useEffect, useState } from 'react'
import { changedAddress } from './changed-address.ts'
import { useSearchParams } from 'react-router'

/** From the last key to the change of the address. Milliseconds. */
const pause = 300

/** Synchronises the search field with the address: typed text is written after a pause, and a changed address updates the field. */
export function useSearchText() {
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const [text, setText] = useState(q)
  const [written, setWritten] = useState(q)
  const [seen, setSeen] = useState(q)
  if (q !== seen) {
    setSeen(q)
    if (q !== written) {
      setText(q)
      setWritten(q)
    }
  }
  useEffect(() => {
    const trimmed = text.trim()
    if (trimmed === q) return
    const timer = setTimeout(() => {
      setWritten(trimmed)
      setParams((before) => changedAddress(before, { q: trimmed }), { replace: true })
    }, pause)
    return () => clearTimeout(timer)
  }, [text, q, setParams])
  return [text, setText] as const
}
