import { age, confirmChangeMinutes, PRODUCT_NAME } from '@samtur/contract/constants'
import type { Language, Translate } from '@samtur/i18n/translate'
import type { IconName } from '#ui/icon'
import type { SourceName } from './model.ts'

interface Rule {
  text: string
  /** Our own terms, or the source of the law. Left out where the text is about the service or the contact, not the law. */
  source?: SourceName | 'terms'
}

interface Country {
  name: string
  rules: readonly Rule[]
}

export interface Topic {
  id: string
  icon: IconName
  title: string
  countries: readonly Country[]
}

const name = PRODUCT_NAME

const ownCountry: Partial<Record<Language, 'laws.denmark' | 'laws.sweden'>> = { da: 'laws.denmark', sv: 'laws.sweden' }

/** Moves the entry of the reader's own country before the others; what holds in all countries stays first. */
export function ownFirst<T>(
  t: Translate,
  language: Language,
  items: readonly T[],
  nameOf: (item: T) => string,
): readonly T[] {
  const own = ownCountry[language]
  const rank = (item: T) => (nameOf(item) === t('laws.all') ? 0 : own && nameOf(item) === t(own) ? 1 : 2)
  return items.toSorted((one, other) => rank(one) - rank(other))
}

/** Returns the texts about the law by topic and country, the reader's own country first. */
export const topicsOf = (t: Translate, language: Language): readonly Topic[] =>
  topics(t).map((topic) => ({ ...topic, countries: ownFirst(t, language, topic.countries, ({ name: of }) => of) }))

const topics = (t: Translate): readonly Topic[] => [
  {
    id: 'drivers',
    icon: 'car',
    title: t('laws.drivers'),
    countries: [
      {
        name: t('laws.all'),
        rules: [
          { text: t('laws.drivers_all', { age: age.min }), source: 'terms' },
          { text: t('laws.drivers_commercial', { name }) },
        ],
      },
      { name: t('laws.norway'), rules: [{ text: t('laws.drivers_no'), source: 'licenceNo' }] },
      { name: t('laws.denmark'), rules: [{ text: t('laws.drivers_dk'), source: 'taxiDk' }] },
      { name: t('laws.sweden'), rules: [{ text: t('laws.drivers_se'), source: 'taxiSe' }] },
    ],
  },
  {
    id: 'passengers',
    icon: 'people',
    title: t('laws.passengers'),
    countries: [
      {
        name: t('laws.all'),
        rules: [
          { text: t('laws.passengers_agreement', { name }), source: 'terms' },
          { text: t('laws.passengers_change', { minutes: confirmChangeMinutes }) },
          { text: t('laws.passengers_data'), source: 'gdpr' },
          { text: t('laws.passengers_reports'), source: 'dsa' },
        ],
      },
    ],
  },
  {
    id: 'insurance',
    icon: 'shield',
    title: t('laws.insurance'),
    countries: [
      {
        name: t('laws.all'),
        rules: [
          { text: t('laws.insurance_car', { name }), source: 'terms' },
          { text: t('laws.insurance_ask') },
          { text: t('laws.insurance_profit'), source: 'coverGb' },
        ],
      },
    ],
  },
  {
    id: 'tax',
    icon: 'wallet',
    title: t('laws.tax'),
    countries: [
      { name: t('laws.norway'), rules: [{ text: t('laws.tax_no'), source: 'taxNo' }] },
      { name: t('laws.denmark'), rules: [{ text: t('laws.tax_dk'), source: 'taxDk' }] },
      { name: t('laws.sweden'), rules: [{ text: t('laws.tax_se'), source: 'taxSe' }] },
    ],
  },
  {
    id: 'safety',
    icon: 'seat',
    title: t('laws.safety'),
    countries: [
      {
        name: t('laws.all'),
        rules: [{ text: t('laws.safety_children'), source: 'childrenAll' }, { text: t('laws.safety_emergency') }],
      },
      { name: t('laws.norway'), rules: [{ text: t('laws.safety_no'), source: 'childrenNo' }] },
      { name: t('laws.sweden'), rules: [{ text: t('laws.safety_se'), source: 'childrenSe' }] },
    ],
  },
]
