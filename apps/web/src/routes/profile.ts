import { stateOf } from '#lib/head'
import { page } from '../app/page.ts'
import { profileHead, profileProblem } from '../features/profiles/head.ts'
import { profileQuery } from '../features/profiles/queries.ts'
import { ratingsQuery } from '../features/ratings/queries.ts'
import { ProfileScreen } from '../features/profiles/profile-screen.tsx'

export default page({
  Screen: ProfileScreen,
  head: (on) => {
    const { data: profile, error } = stateOf(on.client, profileQuery(on.params['userId'] ?? ''))
    return profile ? profileHead(profile, on) : error && { title: profileProblem(on.t, error) }
  },
  load: (client, { params: { userId = '' } }) =>
    Promise.all([client.query(profileQuery(userId)), client.infiniteQuery(ratingsQuery(userId))]),
  rendered: true,
})
