import { useEffect } from 'react'
import { useLocation } from '#lib/router'
import { PRODUCT_NAME } from '@samtur/contract/basics'
import { justSignedOut } from '#lib/session'

// Signing out loads the page anew, and is a change of page to whoever does it.
let shownPath: string | undefined = justSignedOut() ? '' : undefined

/**
 * Every page says what it is called. The title goes to the browser's tab, and on a change of page the focus goes to the
 * heading, so that a screen reader reads where one has come. A page that first has to load its name passes undefined.
 */
export function usePageTitle(title: string | undefined) {
  const { pathname } = useLocation()
  useEffect(() => {
    if (title === undefined) return
    document.title = title === PRODUCT_NAME ? title : `${title} – ${PRODUCT_NAME}`
    // The first page of a visit keeps the browser's own start: the top.
    if (shownPath !== undefined && shownPath !== pathname) focusHeading()
    shownPath = pathname
  }, [title, pathname])
}

function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  // Where the page is scrolled to is decided elsewhere (app/scroll.ts).
  heading.focus({ preventScroll: true })
}
