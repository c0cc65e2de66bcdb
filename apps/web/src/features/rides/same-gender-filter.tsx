import { Link } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { boot } from '#lib/boot'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Icon } from '#ui/icon'
import { choicePill } from '#ui/pill-select'
import type { ChoicesProps } from './filter-form.ts'
import { genderWaitsUntil, isStatedGender } from './same-gender-text.ts'

/** Offers the filter to people who state a gender. In an address it stands for others too, who can then take it away. */
export function SameGenderFilter({ search, change }: ChoicesProps) {
  const t = useT()
  const format = useFormat()
  const { me } = useSession()
  const on = search.same_gender === 'true'
  const waitsUntil = genderWaitsUntil(me?.profile)
  const mayUse = isStatedGender(me?.profile.gender) && !waitsUntil
  const label = t('same_gender.filter')
  return (
    boot.config.same_gender &&
    (mayUse || on) && (
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
