import { useRef } from 'react'

/** Returns the idempotency key of a body: the same for the same content, another one for another content. */
export type KeyOf = (body: unknown) => string

/** Keys by content, kept as long as the component: what is sent again unchanged happens once. `renewKey` begins anew after a success. */
export function useIdempotencyKey(): { keyOf: KeyOf; renewKey: () => void } {
  const last = useRef({ content: '', key: '' })
  return {
    keyOf: (body) => {
      const content = JSON.stringify(body)
      if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() }
      return last.current.key
    },
    renewKey: () => void (last.current = { content: '', key: '' }),
  }
}
