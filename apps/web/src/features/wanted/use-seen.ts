import { useEffect, useRef, useState } from 'react'

/** Returns true once the place has come near the window: a list may have many of them, and each is a request. */
export function useSeen<Part extends HTMLElement>() {
  const place = useRef<Part>(null)
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (seen || !place.current) return
    const look = (entries: IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    }
    const observer = new IntersectionObserver(look, { rootMargin: '200px' })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [seen])
  return { place, seen }
}
