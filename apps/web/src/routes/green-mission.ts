import { page } from '../app/page.ts'

export default page('greenMission', {
  screen: () => import('../screens/green-mission.tsx'),
})
