const key = 'reloaded-at'
const once = 60_000

let typedOn: string | undefined

function reload() {
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}

/**
 * Reloads the page when its files are gone after a release. It does not reload repeatedly when files fail for another reason, nor while a
 * person types: then late.ts offers a reload.
 */
export function reloadWhenOutdated() {
  addEventListener('input', () => (typedOn = location.pathname), { capture: true, passive: true })
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (!navigator.onLine || Date.now() - last < once) return
    if (typedOn === location.pathname) return void dispatchEvent(new Event('outdated'))
    event.preventDefault()
    reload()
  })
}
