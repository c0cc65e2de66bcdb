const patience = 1000

/**
 * Moves the focus to what `find` returns as soon as the page has it and no dialog lies over it. New items are rendered,
 * and dialogs closed, some frames after the response. Gives up after a second.
 */
export function focusSoon(find: () => HTMLElement | null | undefined, until = performance.now() + patience) {
  requestAnimationFrame(() => {
    const target = find()
    target?.focus()
    const done = target && document.activeElement === target
    if (!done && performance.now() < until) focusSoon(find, until)
  })
}
