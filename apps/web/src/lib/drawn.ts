/** What the server drew stands on the page until the page's own code takes over. */
import { boot } from './boot.ts'
import { onFirstTouch } from './first-touch.ts'
import { currentLanguage } from './i18n.ts'

/** Whether the server drew this page, in the language that it is shown in. */
export const drawn =
  Boolean(globalThis.document?.getElementById('root')?.firstElementChild) && currentLanguage() === boot.language

let standing: Element | null | undefined
let held: HTMLButtonElement | undefined
let waiting: (() => void)[] = []
let endPause = () => {}

/** Returns whether what the server drew has not been taken over yet. */
export const isStanding = () => Boolean(standing?.isConnected)

/** Runs a change of the address once the page has taken over: before that a spinner would replace what stands there. */
export function onceTakenOver(change: () => void) {
  if (isStanding()) waiting.push(change)
  else change()
}

/** Keeps the last press of a button, and lets links lead to a new document, which the server draws without waiting for this page. */
function onPress(event: MouseEvent) {
  const target = event.target as Element
  const button = target.closest<HTMLButtonElement>('main button')
  if (!isStanding() || !(button || target.closest('a'))) return
  event.stopPropagation()
  if (!button) return
  event.preventDefault()
  held = button
  endPause()
}

/** Milliseconds between two attempts, so that a moving pointer does not request the files again and again. A press of a button ends them. */
const RETRY_MS = 5000
const pause = () =>
  new Promise<void>((resolve) => {
    endPause = resolve
    setTimeout(resolve, RETRY_MS)
  })

const touch = (wait?: number) => new Promise<void>((resolve) => void onFirstTouch(resolve, wait))

/**
 * Loads the code of a drawn page at the reader's first touch, or after a while without one. Without a network what was drawn stays, and
 * each touch tries again; but a press of a button that nothing can follow rejects, so that the page shows why.
 */
export async function loadDrawnPage(load: () => Promise<void>): Promise<void> {
  standing = document.querySelector('main > *')
  addEventListener('click', onPress, true)
  await touch()
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (held) {
        held = undefined
        waiting = []
        throw error
      }
    }
    await pause()
    if (!held) await touch(Infinity)
  }
}

/** Called when a page has taken over: makes the changes that waited, and passes the held press on. */
export function takeOver() {
  removeEventListener('click', onPress, true)
  standing = undefined
  const [button, changes] = [held, waiting]
  held = undefined
  waiting = []
  for (const change of changes) change()
  if (button?.isConnected) button.click()
}
