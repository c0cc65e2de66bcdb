import { useEffect, useState } from 'react'

/** Returns the present time, updated every minute or at another interval. */
export function useNow(everyMs = 60_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
