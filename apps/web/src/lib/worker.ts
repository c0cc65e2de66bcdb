/** The one service worker of the site: it keeps the app's files, and shows push messages. */

const file = '/sw.js'

/** Undefined where there is none: not supported, or forbidden by the browser's settings. */
export async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration(file) : undefined
}

export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(file)
  return navigator.serviceWorker.ready
}
