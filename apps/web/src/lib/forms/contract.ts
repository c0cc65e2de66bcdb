/** Joins react-hook-form and the contract: the same schema checks a form here and the request on the server. */
import { fieldErrors } from '@samtur/contract/field-errors'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Returns a resolver whose errors carry the field's code as their message (`useFieldErrors` returns its text). Values pass unchanged;
 * `toBody` makes the schema's input from them where the two differ.
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
