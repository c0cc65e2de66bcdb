import { useEffect, useRef, useState } from 'react'
import { isStored } from './queries.ts'

/** Once a second. Where worker and copy are missing after that, there is no worker or no room. */
const mostLooks = 30

/** Returns whether the device has a copy of what was loaded at this time, and the worker that shows the page without a network. */
export function useStored(loaded: number | undefined): boolean {
  const [stored, setStored] = useState(false)
  // Of all loads together, because the page loads again and again.
  const looks = useRef(0)
  useEffect(() => {
    if (loaded === undefined || stored) return
    const look = async () => {
      if (looks.current === mostLooks) return clearInterval(timer)
      looks.current += 1
      if (navigator.serviceWorker?.controller && (await isStored(loaded))) setStored(true)
    }
    // The copy is stored, and the worker takes over, once the page has settled.
    const timer = setInterval(() => void look(), 1000)
    void look()
    return () => clearInterval(timer)
  }, [loaded, stored])
  return loaded !== undefined && stored
}
