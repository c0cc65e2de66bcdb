/** The site's one service worker: it caches the app's files, and shows push messages. */

const file = '/sw.js'

/** Returns undefined where there is none: not supported, or forbidden by the browser's settings. */
export async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration(file) : undefined
}

export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(file)
  return navigator.serviceWorker.ready
}
