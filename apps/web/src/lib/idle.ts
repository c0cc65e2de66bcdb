/**
 * For administrators, whose session ends after a while without use: marks requests that the page sends by itself, and refreshes the session
 * while a person reads or types for long. Imported for its effect.
 */
import { standingHeaders } from './http.ts'
import { refreshSession } from './session.ts'

const idleAfter = 60_000
const refreshEvery = 300_000

let refreshedAt = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined

function onInput() {
  clearTimeout(timer)
  delete standingHeaders['x-idle']
  timer = setTimeout(() => (standingHeaders['x-idle'] = '1'), idleAfter)
  if (Date.now() - refreshedAt < refreshEvery) return
  refreshedAt = Date.now()
  void refreshSession()
}

for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
  addEventListener(kind, onInput, { capture: true, passive: true })
onInput()
