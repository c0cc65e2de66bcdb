import { useRef } from 'react'

/** Returns the idempotency key of a body: the same for the same content, another one for another content. */
export type KeyOf = (body: unknown) => string

/** Returns a `KeyOf` that lasts as long as the component: what is sent again unchanged happens once. */
export function useIdempotencyKey(): KeyOf {
  const last = useRef({ content: '', key: '' })
  return (body) => {
    const content = JSON.stringify(body)
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() }
    return last.current.key
  }
}
