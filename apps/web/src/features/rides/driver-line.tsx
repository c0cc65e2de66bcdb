import type { ReactNode } from 'react'
import type { DriverRecord as Record, Person } from '@samtur/contract/profiles'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { PersonName, ProfileLink } from '#lib/person-name'
import { Avatar } from '#ui/avatar'
import { Rating } from '#ui/rating'
import { DriverRecord } from '../ratings/driver-record.tsx'

interface DriverProps {
  driver: Person & { record?: Record | null }
  size?: 'md' | 'lg'
}

/** Who drives: picture, name with the way to the profile, rating. */
export function DriverLine(props: DriverProps) {
  const { driver } = props
  const link = (
    <ProfileLink person={driver} className="relative z-1 rounded-sm text-text no-underline hover:underline">
      <PersonName name={driver.full_name} />
    </ProfileLink>
  )
  return <DriverFace {...props} name={link} />
}

/** The same without links, for the preview of an own ride. */
export function DriverFace({ driver, size = 'md', name }: DriverProps & { name?: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={driver.full_name} src={driver.profile_picture} size={size} />
      <div className="min-w-0">
        <p className={`line-clamp-2 font-semibold wrap-anywhere ${size === 'lg' ? 'text-lg' : ''}`}>
          {name ?? <PersonName name={driver.full_name} />}
        </p>
        <DriverRating driver={driver} />
        <DriverRecord record={driver.record} />
      </div>
    </div>
  )
}

function DriverRating({ driver: { rating, rating_count: count } }: { driver: Person }) {
  const t = useT()
  const format = useFormat()
  if (rating === null) return <Rating label={t('rides.no_ratings')} />
  const value = format.rating(rating)
  return <Rating value={value} count={count} label={t('rides.rating', { rating: value, count })} />
}
