/** Has the server another build than this page was made of? */

const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content

/** While somebody looks at the page. */
const often = 15 * 60_000
/** Between two questions. */
const pause = 60_000
/** A network that has just come back may not carry anything yet. */
const again = 3_000

async function buildOfServer(): Promise<string | undefined> {
  const response = await fetch('/build.txt', { cache: 'no-store' })
  const text = response.ok ? await response.text() : ''
  return /^[0-9a-f]{12}$/.test(text) ? text : undefined
}

/** Tells each new build once: asked on coming back to the page or to the network, and from time to time. */
export function watchBuild(onNew: () => void): () => void {
  const own = ownBuild()
  if (!own) return () => {}
  let known = own
  let askedAt = performance.now() < pause ? 0 : -pause
  const tell = () => {
    onNew()
    // The worker that belongs to it may keep its files meanwhile.
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
