/** The form of a wanted ride: what is wrong with its values, and where the contract's fields stand in it. */
import type { FieldErrors, Resolver } from 'react-hook-form'
import { wanted as limits } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'
import { fieldErrors } from '@samtur/contract/field-errors'
import { wantedBody } from '@samtur/contract/wanted'
import { bodyOf, plusDays, type WantedValues } from './model.ts'

type Problems = Partial<Record<keyof WantedValues, FieldCode>>

/** Returns the form's field for a field of the contract. */
export const formField = (name: string): string => (name === 'public' ? 'seen_by' : name)

function dayProblems({ when, date_from, date_to, time_from, time_to }: WantedValues): Problems {
  const problems: Problems = {}
  if (when !== 'weekdays' && !date_from) problems.date_from = 'required'
  if (when === 'range') {
    if (!date_to) problems.date_to = 'required'
    else if (date_from && (date_to < date_from || date_to > plusDays(date_from, limits.rangeDays)))
      problems.date_to = 'out_of_range'
  }
  if (time_from && time_to && time_to < time_from) problems.time_to = 'out_of_range'
  return problems
}

/** Returns what is wrong, by field of the form. */
export function wantedProblems(values: WantedValues): Problems {
  const result = wantedBody.safeParse(bodyOf(values))
  const codes = result.success ? [] : Object.entries(fieldErrors(result.error.issues))
  const problems: Problems = {
    ...Object.fromEntries(codes.map(([name, code]) => [formField(name), code])),
    ...dayProblems(values),
  }
  if (problems.max_price === 'invalid') problems.max_price = 'not_a_whole_number'
  return problems
}

export const wantedResolver: Resolver<WantedValues> = (values) => {
  const problems = Object.entries(wantedProblems(values))
  if (problems.length === 0) return { values, errors: {} }
  const errors = Object.fromEntries(problems.map(([field, code]) => [field, { type: code, message: code }]))
  return { values: {}, errors: errors as FieldErrors<WantedValues> }
}
