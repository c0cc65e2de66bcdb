import { useFormContext } from 'react-hook-form'
import { genderCountsAfterDays } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { boot } from '#lib/boot'
import { useFieldText } from '#lib/field-text'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Link } from 'react-router'
import { useSession } from '#lib/session'
import { Checkbox } from '#ui/choice'
import type { PublishValues } from './publish-form.ts'
import { useProblem } from './publish-field.tsx'
import { genderWaitsUntil, isStatedGender, onlyGenderText } from './same-gender-text.ts'

/** Offers the ride to the driver's gender only. A driver who states none gets the way to the profile; a choice from before can be taken back. */
export function SameGenderField() {
  const t = useT()
  const { me } = useSession()
  const { register, watch } = useFormContext<PublishValues>()
  const fieldText = useFieldText()
  const format = useFormat()
  const problem = useProblem('same_gender')
  if (!boot.config.same_gender) return null
  const gender = me?.profile.gender ?? null
  const stated = isStatedGender(gender)
  const waitsUntil = stated ? genderWaitsUntil(me?.profile) : undefined
  return (
    <Checkbox
      {...register('same_gender')}
      disabled={(!stated || waitsUntil !== undefined) && !watch('same_gender')}
      label={onlyGenderText(t, stated ? gender : null)}
      hint={
        waitsUntil ? (
          t('same_gender.waits', { date: format.longDate(waitsUntil) })
        ) : stated ? (
          `${t('same_gender.offer_hint')} ${t('same_gender.unchecked', { days: genderCountsAfterDays })}`
        ) : (
          <>
            {t('same_gender.offer_missing')} <Link to={paths.editProfile}>{t('same_gender.to_profile')}</Link>
          </>
        )
      }
      error={problem && fieldText(problem, 'same_gender')}
    />
  )
}
