import { createContext, use, type ReactNode } from 'react'
import { useFormContext, useFormState, type FieldPath } from 'react-hook-form'
import type { FieldCode } from '@samtur/contract/errors'
import type { ApiError } from '#lib/api'
import { useFieldText } from '#lib/field-text'
import { Field, type FieldProps } from '#ui/field'
import { codeAt, type PublishValues } from './publish-form.ts'

type Name = FieldPath<PublishValues>

/** Whether somebody has tried to go on: before that an empty field is not yet wrong. */
export const AttemptedContext = createContext(false)

/** Figures that came with a refusal: the highest price that is accepted, the seats that are promised. */
export interface Limits {
  max?: number
  needed?: number
  /** Kilometres that may be typed. */
  km?: { min: number; max: number }
  /** Somebody has asked for a seat at this price: it can only fall. */
  agreed?: number
}
export const LimitsContext = createContext<Limits>({})
export const useLimits = () => use(LimitsContext)

/** The figures that came with a refusal. */
export function limitsOf({ fields, params = {} }: Pick<ApiError, 'fields' | 'params'>): Limits {
  const number = (name: string) => (typeof params[name] === 'number' ? params[name] : undefined)
  const [min, max] = [number('min'), number('max')]
  if (fields?.['distance_km']) return min === undefined || max === undefined ? {} : { km: { min, max } }
  return { max, needed: number('needed') }
}

/** What the contract's text for a field is looked up by, where the form calls the field otherwise. */
const contractNames: Partial<Record<string, string>> = { seats: 'total_seats' }

/** What is wrong with a field, as far as it should be said yet. */
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

/** A `Field` that shows what the form knows of it. */
export function PublishField({ name, words, ...rest }: PublishFieldProps) {
  const code = useProblem(name)
  const fieldText = useFieldText()
  return <Field {...rest} error={code && (words?.[code] ?? fieldText(code, contractNames[name] ?? name))} />
}
