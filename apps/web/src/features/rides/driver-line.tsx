import type { ReactNode } from 'react'
import type { DriverRecord as Record, Person } from '@samtur/contract/profiles'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { firstName } from '@samtur/contract/names'
import { PersonName, ProfileLink } from '#lib/person-name'
import { Avatar } from '#ui/avatar'
import { Rating } from '#ui/rating'
import { DriverRecord } from '../ratings/driver-record.tsx'

interface DriverProps {
  driver: Person & { record?: Record | null }
  size?: 'md' | 'lg'
}

/** Who drives: picture, name with the way to the profile, rating. In a row each has one line at most. */
export function DriverLine(props: DriverProps) {
  const { driver } = props
  const link = (
    <ProfileLink person={driver} className="relative z-1 rounded-sm text-text no-underline hover:underline">
      {driver.full_name ? <LongName name={driver.full_name} /> : <PersonName name="" />}
    </ProfileLink>
  )
  return <DriverFace {...props} name={link} />
}

/** The same without links, for the preview of an own ride. */
export function DriverFace({ driver, size = 'md', name }: DriverProps & { name?: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-3 row:gap-2">
      <Avatar name={driver.full_name} src={driver.profile_picture} size={size} className="row:size-7 row:text-sm" />
      <div className="min-w-0 row:flex row:flex-wrap row:items-center row:gap-x-2 row:leading-5">
        <p className={`line-clamp-2 font-semibold wrap-anywhere row:line-clamp-1 ${size === 'lg' ? 'text-lg' : ''}`}>
          {name ?? <PersonName name={driver.full_name} />}
        </p>
        <DriverRating driver={driver} />
        <DriverRecord record={driver.record} className="row:hidden" />
      </div>
    </div>
  )
}

function DriverRating({ driver: { rating, rating_count: count } }: { driver: Person }) {
  const t = useT()
  const format = useFormat()
  if (rating === null)
    return (
      <span className="row:max-w-full row:truncate">
        <Rating label={t('rides.no_ratings')} />
      </span>
    )
  const value = format.rating(rating)
  return <Rating value={value} count={count} label={t('rides.rating', { rating: value, count })} />
}

/** The whole name; in a narrow row there is space for the first one only. */
function LongName({ name }: { name: string }) {
  const first = firstName(name)
  return (
    <bdi>
      {first} <span className="row:@max-md:sr-only">{name.trim().slice(first.length).trim()}</span>
    </bdi>
  )
}
