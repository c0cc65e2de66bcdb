import type { ReactNode } from 'react'
import type { Ride } from '@samtur/contract/rides'
import type { Translate } from '@samtur/i18n/translate'
import type { ChoicesProps } from './filter-form.ts'

/** What cards and the search say of rides for one gender. It is loaded after the first view, and only where the operator offers such rides. */
export const sameGender: {
  tag?: (t: Translate, ride: Partial<Pick<Ride, 'same_gender' | 'only_gender'>>) => ReactNode
  /** The control of the filter. */
  filter?: { same_gender: (props: ChoicesProps) => ReactNode }
} = {}
