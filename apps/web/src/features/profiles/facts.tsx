import type { ReactNode } from 'react'
import type { genders } from '@samtur/contract/constants'
import type { Translate } from '@samtur/i18n/translate'

type Gender = (typeof genders)[number]

export const genderText = (t: Translate, gender: Gender) => {
  const texts: Record<Gender, string> = {
    mann: t('profiles.gender_man'),
    kvinne: t('profiles.gender_woman'),
    annet: t('profiles.gender_other'),
    ønsker_ikke_oppgi: t('profiles.gender_undisclosed'),
  }
  return texts[gender]
}

export interface Fact {
  label: string
  value: ReactNode
}

export function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <dl className="flex flex-col">
      {items.map(({ label, value }) => (
        <div
          key={label}
          className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 border-t border-line py-3 first:border-t-0"
        >
          <dt className="text-soft">{label}</dt>
          <dd className="min-w-0 font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
