import type { ReactNode } from 'react'
import type { Person, PublicProfile } from '@samtur/contract/profiles'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Avatar } from '#ui/avatar'
import { Tag } from '#ui/badge'
import { Card } from '#ui/card'
import { Rating } from '#ui/rating'
import { ConfirmedName } from '../identities/confirmed-name.tsx'
import { DriverRecord } from '../ratings/driver-record.tsx'
import { genderText } from './facts.tsx'

interface PersonHeaderProps {
  person: Person & Pick<PublicProfile, 'is_driver' | 'is_passenger' | 'gender' | 'age' | 'name_confirmed'>
  /** How the person has kept to trips as a driver. */
  record?: PublicProfile['record']
  /** In place of the plain picture. */
  picture?: ReactNode
  /** Below the name: the email address, or the date of joining. */
  detail?: ReactNode
  actions?: ReactNode
}

/** Picture, name, rating, roles, gender and age: the top of both profile pages, with the page's heading in it. */
export function PersonHeader({ person, record, picture, detail, actions }: PersonHeaderProps) {
  const t = useT()
  const { gender, age } = person
  return (
    <Card padding="lg" className="flex flex-col items-center gap-5 text-center sm:flex-row sm:gap-7 sm:text-start">
      {picture ?? <Avatar name={person.full_name} src={person.profile_picture} size="xl" />}
      <div className="flex min-w-0 flex-1 flex-col items-center gap-2.5 sm:items-start">
        <div className="max-w-full">
          <h1 tabIndex={-1}>
            <bdi>{person.full_name}</bdi>
          </h1>
          {detail && <p className="mt-1 text-soft">{detail}</p>}
        </div>
        <PersonRating person={person} />
        <DriverRecord record={record} />
        <div className="flex flex-wrap justify-center gap-2 empty:hidden sm:justify-start">
          {person.is_driver && <Tag icon="car">{t('profiles.driver')}</Tag>}
          {person.is_passenger && <Tag icon="seat">{t('profiles.passenger')}</Tag>}
          {/* Nothing of who prefers not to say. */}
          {gender && gender !== 'ønsker_ikke_oppgi' && <Tag>{genderText(t, gender)}</Tag>}
          {age !== null && <Tag>{t('profiles.age_years', { age })}</Tag>}
          <ConfirmedName confirmed={person.name_confirmed} />
        </div>
      </div>
      {actions}
    </Card>
  )
}

function PersonRating({ person: { rating, rating_count: count } }: { person: Person }) {
  const t = useT()
  const format = useFormat()
  if (rating === null) return <Rating label={t('profiles.no_rating')} size="md" />
  const value = format.rating(rating)
  return <Rating value={value} count={count} label={t('profiles.rating_label', { rating: value, count })} size="lg" />
}
