import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { chatWithPath, paths, profilePath } from '@samtur/contract/paths'
import type { PublicProfile } from '@samtur/contract/profiles'
import { ApiError } from '#lib/api'
import { useFailureWithToast, type Retried } from '#lib/failure'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Button, ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { SkeletonText } from '#ui/skeleton-text'
import { PersonMenu } from '../moderation/person-menu.tsx'
import { PersonHeader } from './person-header.tsx'
import { profileQuery } from './queries.ts'
import { Reviews } from './reviews.tsx'

export function ProfileScreen() {
  const { userId = '' } = useParams()
  return (
    <Page width="text">
      <PublicProfileOf key={userId} userId={userId} />
    </Page>
  )
}

function PublicProfileOf({ userId }: { userId: string }) {
  const query = useQuery(profileQuery(userId))
  const { data: profile, error } = query
  if (profile) return <Profile profile={profile} />
  if (!error) return <ProfileSkeleton />
  return isUnknown(error) ? <NotFound /> : <NotLoaded query={query} />
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

function Profile({ profile }: { profile: PublicProfile }) {
  const t = useT()
  const format = useFormat()
  const actions = (
    <div className="flex flex-wrap items-center gap-1">
      {profile.can_chat && (
        <ButtonLink to={chatWithPath(profile.id)} icon="chat">
          {t('profiles.start_chat')}
        </ButtonLink>
      )}
      <PersonMenu person={profile} shared={{ title: profile.full_name, path: profilePath(profile.id) }} />
    </div>
  )
  const since = t('profiles.member_since', { month: format.month(profile.member_since) })
  return (
    <div className="flex flex-col gap-4.5">
      <PersonHeader person={profile} record={profile.record} detail={since} actions={actions} />
      <Reviews userId={profile.id} name={profile.full_name} />
    </div>
  )
}

/** Said once as a message; on the page it stays, with the way to try again. */
function NotLoaded({ query }: { query: Retried }) {
  const t = useT()
  const what = t('profiles.load_failed')
  const { text, retry, busy, onRetry } = useFailureWithToast(query, what)
  const again = (
    <Button icon="refresh" busy={busy} onClick={onRetry}>
      {retry}
    </Button>
  )
  return <EmptyState level="h1" drawing={<Landscape scene="error" />} title={what} text={text} action={again} />
}

function NotFound() {
  const t = useT()
  const navigate = useNavigate()
  // A tab that opened with this address has no page to go back to.
  const direct = window.history.length <= 1
  const back = direct ? (
    <ButtonLink to={paths.home}>{t('core.to_home')}</ButtonLink>
  ) : (
    <Button icon="arrow-start" onClick={() => void navigate(-1)}>
      {t('core.back')}
    </Button>
  )
  return (
    <EmptyState
      level="h1"
      drawing={<Landscape scene="not-found" />}
      title={t('profiles.not_found')}
      text={t('profiles.not_found_text')}
      action={back}
    />
  )
}

function ProfileSkeleton() {
  const t = useT()
  return (
    <Loading label={t('core.loading')}>
      <Card padding="lg" className="flex flex-col items-center gap-5 sm:flex-row sm:gap-7">
        <Skeleton className="size-30 shrink-0 rounded-full" />
        <span className="flex w-full max-w-72 flex-col gap-3">
          <Skeleton className="h-8 w-full" />
          <SkeletonText lines={2} />
        </span>
      </Card>
    </Loading>
  )
}
