import { stateOf } from '#lib/head'
import { page } from '../app/page.ts'
import { onYourWayQuery } from '../features/wanted/queries.ts'
import { OnWayPage } from '../features/wanted/on-way-page.tsx'

export default page({
  Screen: OnWayPage,
  // The heading of a ride that is not the reader's differs, and would take the focus with it.
  head: ({ t, params: { id = '' }, client }) => {
    const { data, error } = stateOf(client, onYourWayQuery(id))
    return data || error ? { title: t('posts.on_your_way') } : undefined
  },
  rights: 'members',
})
