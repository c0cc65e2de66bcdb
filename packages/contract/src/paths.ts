/** Every URL of the site: the pattern the router matches, and who may see what is behind it. */
export const paths = {
  home: '/',
  search: '/search',
  ride: '/rides/:id',
  reservations: '/reservations',
  myRides: '/my-rides',
  ownProfile: '/profile',
  profile: '/profile/:userId',
  editProfile: '/edit-profile',
  publishRide: '/publish-ride',
  chat: '/chat',
  auth: '/auth',
  resetPassword: '/reset-password',
  security: '/security',
  blocked: '/blocked',
  myData: '/my-data',
  adminUsers: '/admin/users',
  terms: '/terms',
} as const
export type PageName = keyof typeof paths

export const ridePath = (id: string, section?: { from_position: number; to_position: number }) =>
  section ? `/rides/${id}?from_position=${section.from_position}&to_position=${section.to_position}` : `/rides/${id}`
export const profilePath = (userId: string) => `/profile/${userId}`
export const chatWithPath = (userId: string, rideId?: string) =>
  rideId ? `/chat?user=${userId}&ride=${rideId}` : `/chat?user=${userId}`

/** Search parameters in the address; only the ones that have a value. `date` is yyyy-mm-dd. */
export function searchPath(query: { from?: string; to?: string; date?: string }) {
  const filled = Object.entries(query).filter(([, value]) => value)
  return filled.length ? `/search?${new URLSearchParams(filled).toString()}` : '/search'
}
