/** Keeps the focused field of a form in view. */

/**
 * A ref for a form: when what loads above the focused field changes the form's height and pushes the field out of the window, the field is
 * scrolled back. A field that the person has scrolled away from stays where it is.
 */
export function keepFocusInView(form: HTMLElement | null) {
  if (!form || typeof ResizeObserver === 'undefined') return
  let height = form.offsetHeight
  let wasInView = false
  const focus = () => {
    // The browser scrolls to what gets the focus.
    wasInView = true
  }
  const scroll = () => {
    // After a change of the height it is `follow` that decides.
    if (form.offsetHeight === height) wasInView = isInView(focusedIn(form))
  }
  const follow = () => {
    const field = focusedIn(form)
    if (wasInView && !isInView(field)) field?.scrollIntoView({ block: 'nearest' })
    height = form.offsetHeight
    wasInView = isInView(field)
  }
  const sizes = new ResizeObserver(follow)
  sizes.observe(form)
  form.addEventListener('focusin', focus)
  window.addEventListener('scroll', scroll, { passive: true })
  return () => {
    sizes.disconnect()
    form.removeEventListener('focusin', focus)
    window.removeEventListener('scroll', scroll)
  }
}

const focusedIn = (form: HTMLElement) => (form.contains(document.activeElement) ? document.activeElement : null)

function isInView(field: Element | null): boolean {
  if (!field) return false
  const { top, bottom } = field.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
