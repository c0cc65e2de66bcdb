import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ridePath } from '@samtur/contract/paths'
import type { RideDetail } from '@samtur/contract/rides'
import { ApiError } from '#lib/api'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Page, PageHeader } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { isSameDetour, type RidePart } from './detours.ts'
import { allRidesPath, type SectionPositions } from './model.ts'
import { rideQuery } from './read-queries.ts'
import { RidesProblem, type RidesProblemProps } from './ride-list.tsx'
import { RidePage } from './ride-page.tsx'
import { isWhole } from './section-chooser.tsx'
import { readPart } from './section-form.ts'

/** The ride an address names, and the part of it the address may name. */
function useRideOfAddress() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const part = readPart(params)
  const query = useQuery(rideQuery(id, part))
  useWholeRideInstead(id, part !== undefined && isCode(query.error, 'validation'))
  useOwnSection(namesOther(part, query.data) ? undefined : query.data)
  return { query, part }
}

const isUnknown = (error: unknown) => isCode(error, 'not_found')
const isCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code

/** An address that names a part the ride does not have leads to the whole of it. */
function useWholeRideInstead(id: string, wrong: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (wrong) void navigate(ridePath(id), { replace: true })
  }, [wrong, id, navigate])
}

/** Returns the section of the reader's active reservation; undefined for the whole ride. */
export function ownSection({ reservation, route }: RideDetail): SectionPositions | undefined {
  if (reservation?.status !== 'pending' && reservation?.status !== 'accepted') return undefined
  const { from_position, to_position } = reservation
  return isWhole(reservation, route) ? undefined : { from_position, to_position }
}

/** Returns whether the address names a part of the ride to keep; one with a detour that the ride does not offer any more is not kept. */
const namesOther = (part: RidePart | undefined, ride: RideDetail | undefined) =>
  part !== undefined && (!part.detour || isSameDetour(part.detour, ride?.detour))

/** Shows the section of the reader's reservation, with its times and price, when the address names no part to keep. */
function useOwnSection(ride: RideDetail | undefined) {
  const navigate = useNavigate()
  const { id, from_position, to_position } = { id: ride?.id, ...(ride && ownSection(ride)) }
  useEffect(() => {
    if (id === undefined || from_position === undefined || to_position === undefined) return
    void navigate(ridePath(id, { from_position, to_position }), { replace: true })
  }, [id, from_position, to_position, navigate])
}

export function RideScreen() {
  const { query, part } = useRideOfAddress()
  const { data: ride, error, isFetching, isPlaceholderData, refetch } = query
  if (isUnknown(error)) return <UnknownRide />
  if (ride) return <RidePage ride={ride} chosen={part} detour={isPlaceholderData ? undefined : part?.detour} />
  if (!error) return <RideSkeleton />
  return <RideProblem error={error} retry={() => void refetch()} busy={isFetching} />
}

function RideProblem(props: RidesProblemProps) {
  const t = useT()
  return (
    <Page>
      <PageHeader title={t('ride.load_ride_failed')} />
      <RidesProblem {...props} headed />
    </Page>
  )
}

function UnknownRide() {
  const t = useT()
  return (
    <Page width="text">
      <EmptyState
        level="h1"
        drawing={<Landscape scene="not-found" />}
        title={t('ride.not_found_title')}
        text={t('ride.not_found_text')}
        action={<ButtonLink to={allRidesPath}>{t('rides.all_rides')}</ButtonLink>}
      />
    </Page>
  )
}

function RideSkeleton() {
  const t = useT()
  return (
    // The footer waits below the fold, as it will stand below the ride.
    <Page className="min-h-dvh">
      <Loading label={t('ride.loading_ride')}>
        <div className="mb-6 flex flex-col gap-3 sm:mb-8">
          <Skeleton className="h-10 w-72 max-w-full" />
          <Skeleton className="h-6 w-48" />
        </div>
        <div className="grid gap-4 sm:gap-5 md:grid-cols-[minmax(0,1fr)_21rem] md:items-start">
          <Card className="flex flex-col gap-4">
            <Skeleton className="h-7 w-1/2" />
            <Skeleton className="h-7 w-2/5" />
            <Skeleton className="h-7 w-1/2" />
          </Card>
          <Card className="flex flex-col gap-4">
            <Skeleton className="h-9 w-32" />
            <Skeleton className="h-7 w-28 rounded-full" />
            <Skeleton className="h-13" />
          </Card>
        </div>
      </Loading>
    </Page>
  )
}
