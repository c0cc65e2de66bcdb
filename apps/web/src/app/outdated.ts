const key = 'reloaded-at'
const once = 60_000

/**
 * After a release the files an open page still refers to are gone: it is loaded afresh, but not again and again when the
 * files cannot be had for another reason.
 */
export function reloadWhenOutdated() {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (!navigator.onLine || Date.now() - last < once) return
    event.preventDefault()
    sessionStorage.setItem(key, String(Date.now()))
    location.reload()
  })
}
