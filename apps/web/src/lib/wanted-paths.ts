/** Addresses of the pages of wanted rides. */
export const wantedPaths = {
  wanted: '/wanted',
  wantedPosts: '/wanted/posts',
  rideWanted: '/rides/:id/wanted',
} as const

/** The posts on the way of an own ride. */
export const rideWantedPath = (rideId: string) => `/rides/${rideId}/wanted`
/** The own wanted rides, with the form of a new one open. */
export const newWantedPath = `${wantedPaths.wanted}?new=1`
