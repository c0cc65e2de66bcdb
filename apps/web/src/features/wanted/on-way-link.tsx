import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { rideWantedPath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { Link } from 'react-router'
import { onYourWayQuery } from './queries.ts'
import { useSeen } from './use-seen.ts'

/** Says on an own ride how many people look for one on its way. Shows nothing where there are none. */
export function OnWayLink({ rideId, name }: { rideId: string; name: string }): ReactNode {
  const t = useT()
  const { place, seen } = useSeen<HTMLSpanElement>()
  const { data: posts = [] } = useQuery({ ...onYourWayQuery(rideId), enabled: seen })
  const open = posts.filter(({ offered }) => !offered).length
  return (
    <span ref={place} className="block">
      {posts.length > 0 && (
        <Link
          to={rideWantedPath(rideId)}
          className="flex min-h-11 items-center gap-2.5 rounded-field bg-brand-tint px-3.5 py-2 font-semibold text-on-tint no-underline hover:underline"
        >
          <Icon name="people" />
          <span className="min-w-0 flex-1">
            {open > 0 ? t('posts.wanted_here', { count: open }) : t('posts.all_offered')}
            <span className="sr-only"> {name}</span>
          </span>
          <Icon name="chevron-end" />
        </Link>
      )}
    </span>
  )
}
