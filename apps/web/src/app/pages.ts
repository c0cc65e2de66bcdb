import { matchPath } from '#lib/router'
import { paths, type PageName } from '@samtur/contract/paths'
import { loadLateRoutes } from '#lib/api'
import { loadLateIcons } from '#ui/icon'
import type { seldomPages } from './seldom-pages.ts'
import { homeCatalogues, searchCatalogues } from './first-catalogues.ts'
import { lazyPage, type LazyPage } from './lazy-page.ts'

/** A page other than the two where most visits begin. */
const laterPage: typeof lazyPage = (load, catalogues) =>
  lazyPage(async () => {
    const [page] = await Promise.all([load(), loadLateIcons(), loadLateRoutes().catch(() => undefined)])
    return page
  }, ['conflicts', ...catalogues])

/** A page that few visits begin with. Its catalogues are named in a file of its own, because the first view has a size limit. */
const seldomPage = (name: keyof typeof seldomPages) =>
  laterPage(async () => {
    const page = (await import('./seldom-pages.ts')).seldomPages[name]
    await page.preload()
    return { default: page }
  }, [])

/** The code of each page, and the catalogues of its texts. */
export const pages: Record<PageName | 'notFound', LazyPage> = {
  home: lazyPage(() => import('../routes/home.tsx'), homeCatalogues),
  search: lazyPage(() => import('../routes/search.tsx'), searchCatalogues),
  ride: laterPage(
    () => import('../routes/ride.tsx'),
    ['confirmed', 'detours', 'requests', 'ride', 'rides', 'same_gender'],
  ),
  publishRide: laterPage(
    () => import('../routes/publish-ride.tsx'),
    ['fields', 'places', 'posts', 'publish', 'rides', 'same_gender'],
  ),
  reservations: laterPage(
    () => import('../routes/reservations.tsx'),
    ['confirmed', 'detours', 'fields', 'points', 'ratings', 'requests', 'reservations', 'rides'],
  ),
  myRides: laterPage(
    () => import('../routes/my-rides.tsx'),
    ['confirmed', 'detours', 'fields', 'points', 'ratings', 'requests', 'reservations', 'rides'],
  ),
  wanted: seldomPage('wanted'),
  wantedPosts: seldomPage('wantedPosts'),
  rideWanted: seldomPage('rideWanted'),
  today: laterPage(() => import('../routes/today.tsx'), ['fields', 'rides', 'travel']),
  follow: laterPage(() => import('../routes/follow.tsx'), ['travel']),
  chat: laterPage(() => import('../routes/chat.tsx'), ['chat']),
  ownProfile: laterPage(
    () => import('../routes/own-profile.tsx'),
    ['account_errors', 'confirmed', 'fields', 'profiles', 'ratings', 'rides', 'settings'],
  ),
  profile: laterPage(() => import('../routes/profile.tsx'), ['confirmed', 'profiles', 'ratings', 'rides']),
  editProfile: seldomPage('editProfile'),
  auth: laterPage(() => import('../routes/auth.tsx'), ['account_errors', 'accounts', 'fields']),
  myData: seldomPage('myData'),
  security: seldomPage('security'),
  notifications: seldomPage('notifications'),
  blocked: seldomPage('blocked'),
  resetPassword: seldomPage('resetPassword'),
  confirm: seldomPage('confirm'),
  adminCode: seldomPage('adminCode'),
  editRide: seldomPage('editRide'),
  adminReports: seldomPage('adminReports'),
  adminSupport: seldomPage('adminSupport'),
  adminUsers: seldomPage('adminUsers'),
  adminRates: seldomPage('adminRates'),
  adminPoints: seldomPage('adminPoints'),
  adminOperations: seldomPage('adminOperations'),
  helpSupport: laterPage(() => import('../routes/help-support.tsx'), ['fields', 'help', 'helpdesk', 'support']),
  helpArticle: laterPage(() => import('../routes/help-article.tsx'), ['help', 'helpdesk', 'pages']),
  lawsRules: seldomPage('lawsRules'),
  terms: laterPage(() => import('../routes/terms.tsx'), ['terms']),
  greenMission: seldomPage('greenMission'),
  privacy: laterPage(() => import('../routes/privacy.tsx'), ['policy']),
  accessibility: seldomPage('accessibility'),
  notFound: laterPage(() => import('../routes/not-found.tsx'), ['pages']),
}

const names = Object.keys(paths) as PageName[]

export function pageNameAt(address: string) {
  const [pathname = '/'] = address.split(/[?#]/)
  return names.find((candidate) => matchPath(paths[candidate], pathname)) ?? 'notFound'
}

export const pageAt = (address: string): LazyPage => pages[pageNameAt(address)]

/** Loads the page of an address early: for the first view, and when a person is about to follow a link. */
export const preloadPage = (address: string): Promise<void> => pageAt(address).preload()
