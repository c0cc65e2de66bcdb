import { page } from '../app/page.ts'
import PublishRideScreen from '../screens/publish-ride.tsx'

export default page({
  Screen: PublishRideScreen,
  head: ({ t }) => ({ title: t('publish.heading') }),
  rights: (t) => ({ scene: 'rides', title: t('publish.login_title'), text: t('publish.login_text') }),
})
