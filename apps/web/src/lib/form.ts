/** Joins react-hook-form and the contract: the same schema checks a form here and the request at the server. */
import { fieldErrors } from '@samtur/contract/field-errors'
import type { FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from './http.ts'

/**
 * Errors carry the field's code as their message; `useFieldText` turns it into words. Values are passed on as typed;
 * `toBody` makes of them what the schema describes, where that differs.
 */
export function contractResolver<Values extends FieldValues>(
  schema: z.ZodType,
  toBody: (values: Values) => unknown = (values) => values,
): Resolver<Values> {
  return async (values) => {
    const result = await schema.safeParseAsync(toBody(values))
    if (result.success) return { values, errors: {} }
    const codes = Object.entries(fieldErrors(result.error.issues))
    const errors = Object.fromEntries(codes.map(([field, code]) => [field, { type: code, message: code }]))
    return { values: {}, errors: errors as never }
  }
}

/**
 * Puts the server's field codes at the form's fields and the focus on the first of them. False when there was nothing to
 * put at a field: then the error needs a toast.
 */
export function applyServerErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const fields = Object.keys(form.getValues()).filter((field) => error.fields?.[field]) as FieldPath<Values>[]
  fields.forEach((field, index) => {
    const code = error.fields?.[field]
    form.setError(field, { type: 'server', message: code }, { shouldFocus: index === 0 })
  })
  return fields.length > 0
}
