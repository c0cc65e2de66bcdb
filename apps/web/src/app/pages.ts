import { matchPath } from 'react-router'
import { paths, type PageName } from '@samtur/contract/paths'
import { lazyPage, type LazyPage } from './lazy-page.ts'

/** Shown around every page, so loaded before any of them. */
export const frameCatalogues = ['core', 'nav', 'errors'] as const

/** What is behind each address: its code, and the catalogues of the texts it shows. */
export const pages: Record<PageName | 'notFound', LazyPage> = {
  home: lazyPage(() => import('../routes/home.tsx'), ['home', 'places', 'rides']),
  search: lazyPage(() => import('../routes/search.tsx'), ['places', 'rides', 'search']),
  ride: lazyPage(() => import('../routes/ride.tsx'), ['ride', 'rides']),
  publishRide: lazyPage(() => import('../routes/publish-ride.tsx'), ['fields', 'places', 'publish', 'rides']),
  reservations: lazyPage(() => import('../routes/reservations.tsx'), ['fields', 'ratings', 'reservations', 'rides']),
  myRides: lazyPage(() => import('../routes/my-rides.tsx'), ['fields', 'ratings', 'reservations', 'rides']),
  chat: lazyPage(() => import('../routes/chat.tsx'), ['chat']),
  ownProfile: lazyPage(
    () => import('../routes/own-profile.tsx'),
    ['account_errors', 'fields', 'profiles', 'ratings', 'rides', 'settings'],
  ),
  profile: lazyPage(() => import('../routes/profile.tsx'), ['fields', 'profiles', 'ratings', 'rides']),
  editProfile: lazyPage(() => import('../routes/edit-profile.tsx'), ['account_errors', 'fields', 'profiles']),
  auth: lazyPage(() => import('../routes/auth.tsx'), ['account_errors', 'accounts', 'fields']),
  myData: lazyPage(() => import('../routes/my-data.tsx'), ['account_errors', 'privacy', 'settings']),
  security: lazyPage(
    () => import('../routes/security.tsx'),
    ['account_errors', 'accounts', 'fields', 'security', 'settings'],
  ),
  notifications: lazyPage(() => import('../routes/notifications.tsx'), ['calendar', 'chat', 'notifications']),
  blocked: lazyPage(() => import('../routes/blocked.tsx'), ['blocks']),
  resetPassword: lazyPage(() => import('../routes/reset-password.tsx'), ['account_errors', 'accounts', 'fields']),
  editRide: lazyPage(
    () => import('../routes/edit-ride.tsx'),
    ['edit', 'fields', 'manage', 'places', 'publish', 'rides'],
  ),
  adminReports: lazyPage(
    () => import('../routes/admin-reports.tsx'),
    ['account_errors', 'admin', 'admin_reports', 'fields'],
  ),
  adminSupport: lazyPage(() => import('../routes/admin-support.tsx'), ['admin', 'admin_support', 'fields']),
  adminUsers: lazyPage(() => import('../routes/admin-users.tsx'), ['account_errors', 'admin', 'fields']),
  adminRates: lazyPage(() => import('../routes/admin-rates.tsx'), ['admin', 'fields', 'rates']),
  helpSupport: lazyPage(() => import('../routes/help-support.tsx'), ['fields', 'help', 'helpdesk', 'support']),
  helpArticle: lazyPage(() => import('../routes/help-article.tsx'), ['help', 'helpdesk', 'pages']),
  lawsRules: lazyPage(() => import('../routes/laws-rules.tsx'), ['laws']),
  terms: lazyPage(() => import('../routes/terms.tsx'), ['terms']),
  greenMission: lazyPage(() => import('../routes/green-mission.tsx'), ['green']),
  privacy: lazyPage(() => import('../routes/privacy.tsx'), ['policy']),
  accessibility: lazyPage(() => import('../routes/accessibility.tsx'), ['accessibility']),
  notFound: lazyPage(() => import('../routes/not-found.tsx'), ['pages']),
}

const names = Object.keys(paths) as PageName[]

/** Starts fetching the page behind an address: for the first view, and when somebody is about to follow a link. */
export function preloadPage(address: string): Promise<void> {
  const [pathname = '/'] = address.split(/[?#]/)
  const name = names.find((candidate) => matchPath(paths[candidate], pathname)) ?? 'notFound'
  return pages[name].preload()
}
