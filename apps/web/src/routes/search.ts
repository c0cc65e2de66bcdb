import { isEmptySearch, readSearch, runs } from '@samtur/contract/filters'
import { page } from '../app/page.ts'
import { inOrder, joined } from '#lib/head'
import { daysQuery, searchQuery } from '../features/rides/read-queries.ts'
import SearchScreen from '../screens/search.tsx'

export default page({
  Screen: SearchScreen,
  head: ({ t, language, format, query }) => {
    const search = readSearch(query)
    if (!runs(search)) return { title: t('rides.search_label') }
    if (isEmptySearch(search)) return { title: t('rides.all_rides') }
    const { from, to, date } = search
    const places = [from, to].filter((place) => place !== undefined).map((place) => inOrder(language, place))
    const what = joined(language, places.join(' – '), date && format.date(date))
    // There is no end of searches, and the rides that they find have their own addresses.
    return { title: what ? `${t('rides.results')}: ${what}` : t('rides.results'), passing: true }
  },
  load: async (client, { query }) => {
    const search = readSearch(query)
    if (!runs(search)) return
    // The results are shown without the days where these fail.
    const [results] = await Promise.allSettled([
      client.infiniteQuery(searchQuery(search)),
      client.query(daysQuery(search)),
    ])
    if (results.status === 'rejected') throw results.reason
  },
  rendered: true,
  listed: true,
})
