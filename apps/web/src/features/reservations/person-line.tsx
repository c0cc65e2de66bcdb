import type { NameConfirmation, Person } from '@samtur/contract/profiles'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { PersonName, ProfileLink } from '#lib/person-name'
import { Avatar } from '#ui/avatar'
import { Rating } from '#ui/rating'
import { ConfirmedName } from '../identities/confirmed-name.tsx'

interface PersonLineProps {
  person: Person
  /** Of the name, so that something else can be described by it. */
  nameId?: string
  /** The service that has confirmed the name. */
  confirmed: NameConfirmation | null
}

/** The other person: picture, name as the way to the profile, rating. */
export function PersonLine({ person, nameId, confirmed }: PersonLineProps) {
  const t = useT()
  const format = useFormat()
  const { full_name: name, profile_picture: picture, rating, rating_count: count } = person
  const value = rating === null ? undefined : format.rating(rating)
  const label =
    value === undefined ? t('reservations.no_ratings') : t('reservations.rating_label', { rating: value, count })
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} src={picture} />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          <ProfileLink person={person} className={nameLink}>
            <PersonName name={name} id={nameId} />
          </ProfileLink>
        </p>
        <div>
          <Rating value={value} count={count} label={label} />
        </div>
        <ConfirmedName confirmed={confirmed} />
      </div>
    </div>
  )
}

const nameLink =
  'relative z-1 inline-block rounded-sm py-0.5 text-link underline decoration-1 underline-offset-3 hover:decoration-2'
