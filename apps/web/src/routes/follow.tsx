import { useParams } from '#lib/router'
import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { FollowPage } from '../features/travel/follow-page.tsx'
import { useFollowed } from '../features/travel/queries.ts'

export default function FollowRoute() {
  const t = useT()
  const { key = '' } = useParams()
  const { data, isError } = useFollowed(key)
  usePageTitle(data || isError ? t('travel.followed_last') : undefined)
  return <FollowPage key={key} address={key} />
}
