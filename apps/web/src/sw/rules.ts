/** Pure parts of the service worker. */
import { isBesidePages } from '@samtur/contract/paths'

/** What the build says of itself; addresses from the root. */
export interface Build {
  id: string
  /** All that is needed to start without a network and show the own rides. */
  shell: readonly string[]
  /** What else people who are signed in may come to. */
  rest: readonly string[]
  /** By language. */
  texts: Readonly<Record<string, readonly string[]>>
}

/** The page that is nobody's in particular: the built one, as it is before the server has put anything into it. */
export const shellPage = '/shell.html'

const prefix = 'build-'
export const cacheOf = (build: Pick<Build, 'id'>) => prefix + build.id

/**
 * `names` in the order they were made. Beside its own, the newest other one stays: pages that are open still ask for files of the build
 * before.
 */
export function outdatedCaches(names: readonly string[], own: string): string[] {
  return names.filter((name) => name.startsWith(prefix) && name !== own).slice(0, -1)
}

/** Its content is in its name, so that it never changes. */
export const isAsset = (path: string) => path.startsWith('/assets/')

/** Where the server answers with a page, as against data, files and downloads. */
export const isPage = (path: string) => !isBesidePages(path) && !/\.\w+$/.test(path)

interface Asked {
  method: string
  mode: string
  url: string
}

/** What the worker has a say in. Everything else goes its way as if there were none: answers, images, what others serve. */
export function wayOf({ method, mode, url }: Asked, origin: string): 'asset' | 'navigation' | undefined {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin) return undefined
  if (mode === 'navigate') return 'navigation'
  return isAsset(pathname) ? 'asset' : undefined
}

/** Addresses in a message come from a page; only of this site are opened. */
export function ownAddress(path: string | undefined, origin: string): URL {
  const home = new URL('/', origin)
  if (!path || !URL.canParse(path, origin)) return home
  const url = new URL(path, origin)
  return url.origin === origin ? url : home
}
