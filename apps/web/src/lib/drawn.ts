/** Keeps a server-rendered page as it is until its code has loaded and React hydrates it. */
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

/** Returns whether the server-rendered page is not hydrated yet. */
export const isStanding = () => Boolean(standing?.isConnected)

/** Runs a change of the address once the page is hydrated, because before that React would replace it by a spinner. */
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
 * Loads the code of a server-rendered page at the first interaction, or after a while without one. When loading fails, the page stays and the
 * next interaction tries again. After a press of a button it rejects instead, so that an error is shown.
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

/** Is called when a page is hydrated: runs the changes of the address that waited, and repeats the last press of a button. */
export function takeOver() {
  removeEventListener('click', onPress, true)
  standing = undefined
  const [button, changes] = [held, waiting]
  held = undefined
  waiting = []
  for (const change of changes) change()
  if (button?.isConnected) button.click()
}
