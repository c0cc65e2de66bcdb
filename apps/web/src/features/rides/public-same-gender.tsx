// Loaded only where the operator offers rides for one gender, after the first view.
import { paths } from '@samtur/contract/paths'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Link } from 'react-router'
import { useSession } from '#lib/session'
import { Tag } from '#ui/badge'
import { Icon } from '#ui/icon'
import { choicePill } from '#ui/pill-select'
import { genderWaitsUntil, isStatedGender, onlyGenderText } from './same-gender-text.ts'
import { sameGender } from './same-gender-slot.ts'
import type { ChoicesProps } from './filter-form.ts'

/** A text that is still to be loaded is its own id. */
const isMissing = (text: string) => text.startsWith('same_gender.')

const tag: typeof sameGender.tag = (t, ride) => {
  const text = onlyGenderText(t, ride.only_gender)
  return ride.same_gender && !isMissing(text) && <Tag icon="seat">{text}</Tag>
}

/** Offers the filter to people who state a gender. In an address it stands for others too, who can then take it away. */
function SameGenderFilter({ search, change }: ChoicesProps) {
  const t = useT()
  const format = useFormat()
  const { me } = useSession()
  const on = search.same_gender === 'true'
  const waitsUntil = genderWaitsUntil(me?.profile)
  const mayUse = isStatedGender(me?.profile.gender) && !waitsUntil
  const label = t('same_gender.filter')
  return (
    (mayUse || on) &&
    !isMissing(label) && (
      <>
        <button
          type="button"
          aria-pressed={on}
          onClick={() => change({ same_gender: on ? undefined : 'true' })}
          className={choicePill(on)}
        >
          <Icon name="seat" size={18} />
          {label}
        </button>
        {!mayUse && (
          <p className="w-full text-sm text-soft">
            {waitsUntil ? (
              t('same_gender.waits', { date: format.longDate(waitsUntil) })
            ) : (
              <>
                {t('same_gender.filter_missing')} <Link to={paths.editProfile}>{t('same_gender.to_profile')}</Link>
              </>
            )}
          </p>
        )}
      </>
    )
  )
}

/** Shows badge and filter from now on. The arrival of their texts renders the page anew. */
export function showSameGender() {
  sameGender.tag = tag
  sameGender.filter = { same_gender: SameGenderFilter }
}
