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

function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  // app/scroll.ts sets the scroll position.
  heading.focus({ preventScroll: true })
}
