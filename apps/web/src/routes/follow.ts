import { stateOf } from '#lib/head'
import { page } from '../app/page.ts'
import { followedQuery, isGone } from '../features/travel/queries.ts'
import { FollowPage } from '../features/travel/follow-page.tsx'

export default page({
  Screen: FollowPage,
  head: ({ t, params, client }) => {
    const { data, error } = stateOf(client, followedQuery(params['key'] ?? ''))
    if (!data && !error) return undefined
    return { title: t(isGone(error) ? 'travel.followed_none_title' : 'travel.followed_last') }
  },
  load: (client, { params: { key = '' } }) => client.query(followedQuery(key)),
  rendered: true,
})
