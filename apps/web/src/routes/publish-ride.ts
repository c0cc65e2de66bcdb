import { page } from '../app/page.ts'
import PublishRideScreen from '../screens/publish-ride.tsx'

export default page({
  Screen: PublishRideScreen,
  head: ({ t }) => ({ title: t('publish.heading') }),
  own: true,
})
