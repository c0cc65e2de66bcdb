/** Pure functions of the service worker. */
import { isBesidePages } from '@samtur/contract/paths'

/** Data of the build; addresses from the root. */
export interface Build {
  id: string
  /** Everything needed to start without a network and show the own rides. */
  shell: readonly string[]
  /** Other files for signed-in people. */
  rest: readonly string[]
  /** By language. */
  texts: Readonly<Record<string, readonly string[]>>
  /** What a push message says that cannot be read, by language. */
  unreadable: Readonly<Record<string, string>>
}

/** The page without personal data: the built one, before the server has put anything into it. */
export const shellPage = '/shell.html'

const prefix = 'build-'
export const cacheOf = (build: Pick<Build, 'id'>) => prefix + build.id

/**
 * Returns the caches to delete; `names` are in order of creation. Keeps the worker's own and the newest other one, because open pages still
 * load files of the build before.
 */
export function outdatedCaches(names: readonly string[], own: string): string[] {
  return names.filter((name) => name.startsWith(prefix) && name !== own).slice(0, -1)
}

/** An asset's name contains its hash, so it never changes. */
export const isAsset = (path: string) => path.startsWith('/assets/')

/** Returns whether the server responds with a page, as opposed to data, files and downloads. */
export const isPage = (path: string) => !isBesidePages(path) && !/\.\w+$/.test(path)

interface HandledRequest {
  method: string
  mode: string
  url: string
}

/** Returns how the worker handles a request; undefined when it does not: responses of the API, images, other sites. */
export function handlingOf({ method, mode, url }: HandledRequest, origin: string): 'asset' | 'navigation' | undefined {
  const { origin: requested, pathname } = new URL(url)
  if (method !== 'GET' || requested !== origin) return undefined
  if (mode === 'navigate') return 'navigation'
  return isAsset(pathname) ? 'asset' : undefined
}

/** Returns the text in the first of the browser's languages that there is, else in English. */
export function textFor(tags: readonly string[], texts: Readonly<Record<string, string>>): string {
  const codes = tags.map((tag) => tag.slice(0, 2).toLowerCase()).map((code) => (/^n[bn]$/.test(code) ? 'no' : code))
  return texts[codes.find((code) => code in texts) ?? 'en'] ?? ''
}

/** Returns a message's address, or the start page's, because only addresses of this site are opened. */
export function ownAddress(path: string | undefined, origin: string): URL {
  const home = new URL('/', origin)
  if (!path || !URL.canParse(path, origin)) return home
  const url = new URL(path, origin)
  return url.origin === origin ? url : home
}
