import { createContext, use, type ReactNode } from 'react'
import { useFormContext, useFormState, type FieldPath } from 'react-hook-form'
import type { FieldCode } from '@samtur/contract/errors'
import type { ApiError } from '#lib/api'
import { useFieldText } from '#lib/field-text'
import { Field, type FieldProps } from '#ui/field'
import { codeAt, type PublishValues } from './publish-form.ts'

type Name = FieldPath<PublishValues>

/** Whether the person has tried to continue: before that an empty required field is not marked as wrong. */
export const AttemptedContext = createContext(false)

/** Numbers of a validation error: the highest accepted price, the number of reserved seats. */
export interface Limits {
  max?: number
  needed?: number
  /** Kilometres that may be typed. */
  km?: { min: number; max: number }
  /** The price at which seats are requested or reserved, so it can only fall. */
  agreed?: number
}
export const LimitsContext = createContext<Limits>({})
export const useLimits = () => use(LimitsContext)

/** Returns the numbers of a validation error. */
export function limitsOf({ fields, params = {} }: Pick<ApiError, 'fields' | 'params'>): Limits {
  const number = (name: string) => (typeof params[name] === 'number' ? params[name] : undefined)
  const [min, max] = [number('min'), number('max')]
  if (fields?.['distance_km']) return min === undefined || max === undefined ? {} : { km: { min, max } }
  return { max, needed: number('needed') }
}

/** Names of fields in the contract, where the form has another name. */
const contractNames: Partial<Record<string, string>> = { seats: 'total_seats' }

/** Returns the problem of a field; `required` only after an attempt to continue. */
export function useProblem(name: Name): FieldCode | undefined {
  const { control } = useFormContext<PublishValues>()
  const { errors } = useFormState({ control, name })
  const attempted = use(AttemptedContext)
  const code = codeAt(errors, name)
  return code === 'required' && !attempted ? undefined : code
}

export interface PublishFieldProps extends Omit<FieldProps, 'error' | 'children'> {
  name: Name
  /** Better words for some problems than the general ones. */
  words?: Partial<Record<FieldCode, ReactNode>>
  children: ReactNode
}

/** A `Field` with the error that the form has for it. */
export function PublishField({ name, words, ...rest }: PublishFieldProps) {
  const code = useProblem(name)
  const fieldText = useFieldText()
  return <Field {...rest} error={code && (words?.[code] ?? fieldText(code, contractNames[name] ?? name))} />
}
