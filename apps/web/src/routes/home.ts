import { homeFewRides } from '@samtur/contract/constants'
import { page } from '../app/page.ts'
import { figuresQuery } from '../features/pages/queries.ts'
import { upcomingQuery, waysQuery } from '../features/rides/read-queries.ts'
import { homePostsQuery } from '../features/wanted/home-query.ts'
import HomeScreen from '../screens/home.tsx'

export default page({
  Screen: HomeScreen,
  head: ({ t }) => ({ title: t('home.title') }),
  load: async (client) => {
    // The page is shown without these where they fail.
    const more = Promise.allSettled([client.query(waysQuery), client.query(figuresQuery)])
    const { items } = await client.query(upcomingQuery)
    if (items.length < homeFewRides) await client.query(homePostsQuery)
    await more
  },
  rendered: true,
  listed: true,
})
