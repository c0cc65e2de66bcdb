import { useParams } from 'react-router'
import { useMe } from '#lib/session'
import { EditRideScreen } from '../features/rides/edit-ride-screen.tsx'

export default function EditRideRoute() {
  const { id = '' } = useParams()
  const me = useMe()
  return <EditRideScreen key={`${me.id} ${id}`} id={id} />
}
