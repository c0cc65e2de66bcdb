import { useParams } from '#lib/router'
import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { FollowPage } from '../features/travel/follow-page.tsx'

export default function FollowRoute() {
  const t = useT()
  const { key = '' } = useParams()
  usePageTitle(t('travel.followed_last'))
  return <FollowPage key={key} address={key} />
}
