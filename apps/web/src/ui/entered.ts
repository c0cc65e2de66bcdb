import { useEffect, useEffectEvent, type RefObject } from 'react'

/**
 * Calls `take` with what the reader entered into the control inside `place` before the scripts of a server-rendered page ran. The browser shows
 * it, but React's state does not know it.
 */
export function useEntered(place: RefObject<HTMLElement | null>, shown: string, take: (entered: string) => void) {
  const compare = useEffectEvent(() => {
    const control = place.current?.querySelector<HTMLInputElement | HTMLSelectElement>('input, select')
    if (control && control.value !== shown) take(control.value)
  })
  useEffect(() => compare(), [])
}
