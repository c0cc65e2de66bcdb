import { useParams } from 'react-router'
import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { FollowPage } from '../features/travel/follow-page.tsx'
import { isGone, useFollowed } from '../features/travel/queries.ts'

export default function FollowRoute() {
  const t = useT()
  const { key = '' } = useParams()
  const { data, error } = useFollowed(key)
  const title = t(isGone(error) ? 'travel.followed_none_title' : 'travel.followed_last')
  usePageTitle(data || error ? title : undefined)
  return <FollowPage key={key} address={key} />
}
