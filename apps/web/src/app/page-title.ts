import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { PRODUCT_NAME } from '@samtur/contract/basics'
import { justSignedOut } from '#lib/session'

// Signing out reloads the document, but counts as a change of page.
let shownPath: string | undefined = justSignedOut() ? '' : undefined

/**
 * Sets the title of the browser's tab; on a change of page also moves the focus to the heading, so that a screen reader reads the new
 * page's name. A page that first has to load its name passes undefined.
 */
export function usePageTitle(title: string | undefined) {
  const { pathname } = useLocation()
  useEffect(() => {
    if (title === undefined) return
    document.title = title === PRODUCT_NAME ? title : `${title} – ${PRODUCT_NAME}`
    // On the first page of a visit the focus stays at the top, as the browser sets it.
    if (shownPath !== undefined && shownPath !== pathname) focusHeading()
    shownPath = pathname
  }, [title, pathname])
}

let arrival: MutationObserver | undefined

/**
 * Moves the focus to the heading. Where that follows a moment after the title, the main part has the focus until then; where another heading
 * takes its place while it has the focus, the focus goes on to that one.
 */
function focusHeading() {
  arrival?.disconnect()
  const main = document.querySelector<HTMLElement>('main')
  const heading = main?.querySelector<HTMLElement>('h1')
  const target = heading ?? main
  if (!main || !target) return
  target.tabIndex = -1
  // app/scroll.ts sets the scroll position.
  target.focus({ preventScroll: true })
  arrival = new MutationObserver(() => {
    if (!target.isConnected && document.activeElement === document.body) focusHeading()
    else if (document.activeElement !== target) arrival?.disconnect()
    else if (!heading && main.querySelector('h1')) focusHeading()
  })
  arrival.observe(main, { childList: true, subtree: true })
}
