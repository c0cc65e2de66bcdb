/** Keeps a server-rendered page as it is until its code has loaded and React hydrates it, and then repeats what the reader did meanwhile. */
import { boot } from './boot.ts'
import { onFirstTouch } from './first-touch.ts'
import { currentLanguage } from './i18n.ts'

/** Whether the server rendered this page, in the language that it is shown in. */
export const serverRendered =
  Boolean(globalThis.document?.getElementById('root')?.firstElementChild) && currentLanguage() === boot.language

/** The elements of the page that is not hydrated yet. */
let page = serverRendered ? [...document.querySelectorAll('main > *')] : []
let pressed: HTMLButtonElement | undefined
let focused: Element | null = null
let waiting: (() => void)[] = []
let endPause = () => {}

/** Returns whether the server-rendered page is not hydrated yet. */
export const awaitsHydration = () => page.some((element) => element.isConnected)

/** Runs a change of the address once the page is hydrated, because before that React would replace it by a spinner. */
export function afterHydration(change: () => void) {
  if (awaitsHydration()) waiting.push(change)
  else change()
}

/** Keeps the last press of a button, and lets links lead to a new document, which the server renders without waiting for this page. */
function onPress(event: MouseEvent) {
  const target = event.target as Element
  const button = target.closest<HTMLButtonElement>('main button')
  if (!awaitsHydration() || !(button || target.closest('a'))) return
  event.stopPropagation()
  if (!button) return
  event.preventDefault()
  pressed = button
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
export async function loadForHydration(load: () => Promise<void>): Promise<void> {
  addEventListener('click', onPress, true)
  await touch()
  for (;;) {
    try {
      await load()
      focused = document.activeElement
      return
    } catch (error) {
      if (pressed) {
        pressed = undefined
        waiting = []
        throw error
      }
    }
    await pause()
    if (!pressed) await touch(Infinity)
  }
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const controlsOf = (elements: Iterable<Element>) =>
  [...elements].flatMap((element) => [
    ...element.querySelectorAll<TextControl | HTMLButtonElement>('input:not([type=file]), textarea, select, button'),
  ])

const renderedValue = (control: TextControl) =>
  control instanceof HTMLSelectElement
    ? [...control.options].find(({ defaultSelected }) => defaultSelected)?.value
    : control.defaultValue

/**
 * Is called when a page is hydrated. Runs the changes of the address that waited, enters again what was typed and chosen, and repeats the last
 * press of a button. React renders a page anew whose text differs, such as a date that the browser writes in its own way: then this happens
 * in the new elements, and the focus moves to them.
 */
export function onHydrated() {
  removeEventListener('click', onPress, true)
  const before = controlsOf(page)
  const after = controlsOf(document.querySelectorAll('main > *'))
  const current = (control: Element) => (control.isConnected ? control : after[before.indexOf(control as TextControl)])
  const entered = before.flatMap((control) => {
    if (control instanceof HTMLButtonElement || control.value === (renderedValue(control) ?? '')) return []
    return [{ control: current(control), value: control.value }]
  })
  const moved = focused && !focused.isConnected ? current(focused) : undefined
  const button = pressed && current(pressed)
  const changes = waiting
  page = []
  pressed = undefined
  focused = null
  waiting = []
  // Afterwards, because React handles no event while it renders.
  queueMicrotask(() => {
    for (const change of changes) change()
    if (moved instanceof HTMLElement) moved.focus()
    for (const { control, value } of entered) enter(control, value)
    if (button instanceof HTMLButtonElement && button.isConnected) button.click()
  })
}

/** Enters a value as a person would. */
function enter(control: Element | undefined, value: string) {
  const isSelect = control instanceof HTMLSelectElement
  if (!isSelect && !(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return
  // Not through the element's own setter, which React replaces in order to tell its own changes from a person's. What was typed before the
  // hydration counts as its own, so it is told of another value (facebook/react#12955).
  if (control.value !== value)
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  const tracked = control as { _valueTracker?: { setValue(value: string): void } }
  tracked._valueTracker?.setValue('')
  control.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }))
  if (!isSelect && document.activeElement !== control)
    control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
