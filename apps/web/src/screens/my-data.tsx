import { Page } from '#ui/page'
import { MyDataScreen } from '../features/privacy/my-data-screen.tsx'

export default function MyDataPage() {
  return (
    <Page width="text">
      <MyDataScreen />
    </Page>
  )
}
