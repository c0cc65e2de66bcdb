/** Detects that the server has another build than this page. */

const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content

/** Interval while the page is visible, in milliseconds. */
const often = 15 * 60_000
/** Least time between two checks, in milliseconds. */
const pause = 60_000
/** Delay after the network returns, which may not work at once, in milliseconds. */
const again = 3_000

async function buildOfServer(): Promise<string | undefined> {
  const response = await fetch('/build.txt', { cache: 'no-store' })
  const text = response.ok ? await response.text() : ''
  return /^[0-9a-f]{12}$/.test(text) ? text : undefined
}

/** Calls `onNew` once for each new build. Checks on returning to the page or the network, and at intervals. */
export function watchBuild(onNew: () => void): () => void {
  const own = ownBuild()
  if (!own) return () => {}
  let known = own
  let askedAt = performance.now() < pause ? 0 : -pause
  const tell = () => {
    onNew()
    // Lets the worker update, so that it caches the new files meanwhile.
    void navigator.serviceWorker?.getRegistration().then((registration) => registration?.update())
  }
  const look = async () => {
    if (document.visibilityState !== 'visible' || performance.now() - askedAt < pause) return
    askedAt = performance.now()
    const build = await buildOfServer()
    if (!build || build === known) return
    known = build
    tell()
  }
  let retry: ReturnType<typeof setTimeout> | undefined
  const ask = () =>
    void look().catch(() => {
      askedAt = -pause
      clearTimeout(retry)
      if (navigator.onLine) retry = setTimeout(ask, again)
    })
  const back = () => {
    askedAt = -pause
    ask()
  }
  const timer = setInterval(ask, often)
  document.addEventListener('visibilitychange', ask)
  addEventListener('online', back)
  addEventListener('outdated', tell)
  ask()
  return () => {
    clearInterval(timer)
    clearTimeout(retry)
    document.removeEventListener('visibilitychange', ask)
    removeEventListener('online', back)
    removeEventListener('outdated', tell)
  }
}
