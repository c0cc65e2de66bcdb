const patience = 1000

/**
 * Moves the focus to what `find` returns as soon as the page has it and no dialog lies over it: new items are rendered, and dialogs closed, some
 * frames after the response. For a second it also goes there again when the focused element is replaced, as in a list that loads anew.
 */
export function focusSoon(find: () => HTMLElement | null | undefined) {
  const until = performance.now() + patience
  let reached = false
  const look = () => {
    if (!reached || document.activeElement === document.body) {
      const target = find()
      target?.focus()
      reached ||= Boolean(target) && document.activeElement === target
    }
    if (performance.now() < until) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
