import { useParams } from 'react-router'
import { FollowPage } from '../features/travel/follow-page.tsx'

export default function FollowRoute() {
  const { key = '' } = useParams()
  return <FollowPage key={key} address={key} />
}
