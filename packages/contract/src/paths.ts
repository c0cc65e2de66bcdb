import type { SearchAddress } from './filters.ts'
import type { HelpSlug } from './help.ts'

/** Every URL of the site: the pattern for the router, and who may see the page. */
export const paths = {
  home: '/',
  search: '/search',
  ride: '/rides/:id',
  editRide: '/rides/:id/edit',
  reservations: '/reservations',
  myRides: '/my-rides',
  ownProfile: '/profile',
  profile: '/profile/:userId',
  editProfile: '/edit-profile',
  publishRide: '/publish-ride',
  wanted: '/wanted',
  wantedPosts: '/wanted/posts',
  rideWanted: '/rides/:id/wanted',
  today: '/today',
  follow: '/follow/:key',
  chat: '/chat',
  auth: '/auth',
  resetPassword: '/reset-password',
  confirm: '/confirm',
  adminCode: '/admin-code',
  security: '/security',
  blocked: '/blocked',
  myData: '/my-data',
  notifications: '/notifications',
  helpSupport: '/help-support',
  helpArticle: '/help-support/:article',
  adminReports: '/admin/reports',
  adminSupport: '/admin/support',
  adminUsers: '/admin/users',
  adminRates: '/admin/rates',
  adminPoints: '/admin/meeting-points',
  adminOperations: '/admin/operations',
  lawsRules: '/laws-rules',
  terms: '/terms',
  greenMission: '/green-mission',
  privacy: '/privacy',
  accessibility: '/accessibility',
} as const
export type PageName = keyof typeof paths

/** Returns whether the server responds with something other than a page: data, files, the live channel, assets, development tools. */
export const isBesidePages = (path: string) => /^\/(?:api|files|live|assets|dev)(?:\/|$)/.test(path)

/** The sign-in page, which leads to `next` afterwards. */
export const signInPath = (next: string) => `${paths.auth}?${new URLSearchParams({ next }).toString()}`
/** The same page with the form for a new account. */
export const signUpPath = (next: string) => `${paths.auth}?${new URLSearchParams({ next, tab: 'sign-up' }).toString()}`
/** The page behind the mailed link, which leads to `next` afterwards, or to the program that began the flow. */
export const confirmPath = (
  token: string,
  { next, flow }: { next?: string | undefined; flow?: string | undefined } = {},
) => `${paths.confirm}?${new URLSearchParams({ token, ...(next && { next }), ...(flow && { flow }) }).toString()}`
export const ridePath = (id: string, section?: { from_position: number; to_position: number }) =>
  section ? `/rides/${id}?from_position=${section.from_position}&to_position=${section.to_position}` : `/rides/${id}`
/** The ride with the reservation dialog open, for a person who had to sign in first. */
export const reservePath = (id: string, section?: { from_position: number; to_position: number }) =>
  `${ridePath(id, section)}${section ? '&' : '?'}reserve=1`
export const editRidePath = (id: string) => `/rides/${id}/edit`
/** The public wanted rides on the way of an own ride. */
export const rideWantedPath = (id: string) => `/rides/${id}/wanted`
/** The own wanted rides, with the form of a new one open. */
export const newWantedPath = `${paths.wanted}?new=1`
/** Switches the mails of a kind of alert off, by a POST without a session (RFC 8058). */
export const unsubscribePath = (token: string) => `/api/v1/ride-wanted/unsubscribe/${token}`
/** The day of travel; before and after it the page leads to the ride. */
export const todayPath = (rideId: string) => `${paths.today}?ride=${rideId}`
/** The page of a follow link, for people without an account. */
export const followPath = (key: string) => `/follow/${key}`
/** Files for calendar programs: an accepted trip, or an own ride. */
export const tripCalendarPath = (reservationId: string) => `/api/v1/reservations/${reservationId}/calendar.ics`
export const rideCalendarPath = (rideId: string) => `/api/v1/rides/${rideId}/calendar.ics`
export const helpArticlePath = (slug: HelpSlug) => `/help-support/${slug}`
export const profilePath = (userId: string) => `/profile/${userId}`
export const chatWithPath = (userId: string, rideId?: string) =>
  rideId ? `/chat?user=${userId}&ride=${rideId}` : `/chat?user=${userId}`

/** Returns the address of a search, with the set parameters only. */
export function searchPath(search: SearchAddress) {
  const filled = Object.entries(search).filter(([, value]) => value)
  return filled.length ? `/search?${new URLSearchParams(filled).toString()}` : '/search'
}
