import { age, confirmChangeMinutes, PRODUCT_NAME } from '@samtur/contract/constants'
import type { Translate } from '@samtur/i18n/translate'
import type { IconName } from '#ui/icon'
import type { SourceName } from './model.ts'

interface Rule {
  text: string
  /** Our own terms, or where the law says so. Left out where no law is told, only how the service works or whom to ask. */
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

/** What is told about the law, by topic and country. */
export const topicsOf = (t: Translate): readonly Topic[] => [
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
