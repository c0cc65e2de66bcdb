import { useSyncExternalStore } from 'react'

/** The topmost open dialog, if there is one, and since when it is. */
export interface TopModal {
  dialog: HTMLDialogElement | undefined
  since: number
}

/*
 * The open modal dialogs, topmost last. Everything outside the topmost one is inert, also for screen readers, so what must
 * stay reachable (the toasts) moves into it.
 */
let open: readonly HTMLDialogElement[] = []
let top: TopModal = { dialog: undefined, since: 0 }
const listeners = new Set<(top: TopModal) => void>()

function change(next: readonly HTMLDialogElement[]) {
  open = next
  if (open.at(-1) !== top.dialog) top = { dialog: open.at(-1), since: Date.now() }
  for (const listener of listeners) listener(top)
}

export function modalOpened(dialog: HTMLDialogElement) {
  change([...open.filter((other) => other !== dialog), dialog])
}

export function modalClosed(dialog: HTMLDialogElement) {
  if (open.includes(dialog)) change(open.filter((other) => other !== dialog))
}

/** Tells of every dialog that becomes the topmost, and of there being none; answers how to stop it. */
export function watchModals(listener: (top: TopModal) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const current = () => top

export const useTopModal = (): TopModal => useSyncExternalStore(watchModals, current, current)
