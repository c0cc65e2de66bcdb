/**
 * Caches the app's own files, so that it opens without a network. They contain no personal data: files are fetched without cookies, and
 * neither API responses nor pages filled by the server are cached.
 */
import build from 'virtual:build'
import { cacheOf, isAsset, isPage, outdatedCaches, shellPage } from './rules.ts'

declare const self: ServiceWorkerGlobalScope

const own = cacheOf(build)

/** Caches the shell before this worker takes over. When one file fails, the browser tries again later. */
export async function keepShell() {
  const cache = await caches.open(own)
  await Promise.all(build.shell.map((file) => keep(cache, file)))
}

/** Caches the reader's texts at once, and other files one by one, so that nothing else is delayed. */
export async function keepRest({ language, everything }: { language: string; everything: boolean }) {
  const cache = await caches.open(own)
  await Promise.all((build.texts[language] ?? []).map((file) => keep(cache, file)))
  if (everything) for (const file of build.rest) await keep(cache, file)
}

async function keep(cache: Cache, file: string) {
  if (await cache.match(file)) return
  const known = isAsset(file) && (await caches.match(file))
  const response = known || (await fetch(file, { credentials: 'omit', cache: isAsset(file) ? 'default' : 'no-cache' }))
  if (!response.ok) throw new Error(`${file} responded with ${response.status}`)
  await cache.put(file, response)
}

export async function takeOver() {
  await Promise.all(outdatedCaches(await caches.keys(), own).map((name) => caches.delete(name)))
  // Lets the browser request a page while this worker is starting.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** Returns the file from any build's cache; else loads and caches it. */
export async function assetResponse(request: Request): Promise<Response> {
  const kept = await caches.match(request.url, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.status === 200 && response.type === 'basic') void remember(request.url, response.clone())
  return response
}

async function remember(url: string, response: Response) {
  try {
    await (await caches.open(own)).put(url, response)
  } catch {
    // No room: the file is loaded again next time.
  }
}

/** Loads a page from the server, and returns the shell only when the server cannot be reached. */
export async function navigationResponse(event: FetchEvent): Promise<Response> {
  try {
    const early: unknown = await event.preloadResponse
    return early instanceof Response ? early : await fetch(event.request)
  } catch (error) {
    const page = isPage(new URL(event.request.url).pathname)
    const shell = page && (await (await caches.open(own)).match(shellPage))
    if (!shell) throw error
    return shell
  }
}
