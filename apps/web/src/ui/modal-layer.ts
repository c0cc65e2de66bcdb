import { useSyncExternalStore } from 'react'

/*
 * The open modal dialogs, topmost last. Everything outside the topmost one is inert, also for screen readers, so what must
 * stay reachable (the toasts) moves into it.
 */
let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]) {
  open = next
  for (const listener of listeners) listener()
}

export function modalOpened(dialog: HTMLDialogElement) {
  change([...open.filter((other) => other !== dialog), dialog])
}

export function modalClosed(dialog: HTMLDialogElement) {
  if (open.includes(dialog)) change(open.filter((other) => other !== dialog))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useTopModal(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, () => open.at(-1))
}
