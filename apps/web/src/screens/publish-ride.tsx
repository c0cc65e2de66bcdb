import { useMe } from '#lib/session'
import { PublishScreen } from '../features/rides/publish-screen.tsx'
import { WantedLineContext } from '../features/rides/wanted-line.ts'
import { PublishLine } from '../features/wanted/publish-line.tsx'

const renderLine = (route: { places: string[] }) => <PublishLine {...route} />

export default function PublishRideRoute() {
  const me = useMe()
  return (
    <WantedLineContext value={renderLine}>
      <PublishScreen key={me.id} me={me} />
    </WantedLineContext>
  )
}
