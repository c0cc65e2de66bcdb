const key = 'reloaded-at'
const once = 60_000

let typedOn: string | undefined

/**
 * After a release the files an open page still refers to may be gone: it is loaded afresh, but not again and again when the files cannot be
 * had for another reason, and not under the hands of somebody who types: then a reload is offered (late.ts).
 */
export function reloadWhenOutdated() {
  addEventListener('input', () => (typedOn = location.pathname), { capture: true, passive: true })
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (!navigator.onLine || Date.now() - last < once) return
    if (typedOn === location.pathname) return void dispatchEvent(new Event('outdated'))
    event.preventDefault()
    sessionStorage.setItem(key, String(Date.now()))
    location.reload()
  })
}
