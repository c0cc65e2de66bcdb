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
    const [{ items }] = await Promise.all([
      client.query(upcomingQuery),
      client.query(waysQuery),
      client.query(figuresQuery),
    ])
    if (items.length < homeFewRides) await client.query(homePostsQuery)
  },
  rendered: true,
  listed: true,
})
