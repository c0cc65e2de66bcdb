import { useSyncExternalStore } from 'react'

/** The topmost open dialog, if there is one. */
export interface TopModal {
  dialog: HTMLDialogElement | undefined
  /** Messages shown from this time on belong to what came with the dialog's opening or closing (milliseconds since 1970). */
  since: number
}

/*
 * The open modal dialogs, topmost last. Everything outside the topmost one is inert, also for screen readers, so what must
 * stay reachable (the toasts) moves into it.
 */
let open: readonly HTMLDialogElement[] = []
let top: TopModal = { dialog: undefined, since: 0 }
const listeners = new Set<(top: TopModal) => void>()

/** Longest time between a message and the opening or closing that it goes with, in milliseconds. */
const sameMoment = 500
let lastInput = 0
const noteInput = () => {
  lastInput = Date.now()
}

function change(next: readonly HTMLDialogElement[]) {
  open = next
  if (open.at(-1) !== top.dialog) top = { dialog: open.at(-1), since: beginningOfChange() }
  for (const listener of listeners) listener(top)
}

/** A message from before the key or the press that opened the dialog is an older one, however quickly that followed. */
const beginningOfChange = () => Math.max(lastInput, Date.now() - sameMoment)

export function modalOpened(dialog: HTMLDialogElement) {
  change([...open.filter((other) => other !== dialog), dialog])
}

export function modalClosed(dialog: HTMLDialogElement) {
  if (open.includes(dialog)) change(open.filter((other) => other !== dialog))
}

/** Calls the listener with every dialog that becomes the topmost, and when none is left. Returns a function that stops it. */
export function watchModals(listener: (top: TopModal) => void): () => void {
  // Adding the same function twice has no effect.
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, noteInput, { capture: true, passive: true })
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const current = () => top

export const useTopModal = (): TopModal => useSyncExternalStore(watchModals, current, current)
