/** Number fields. Issues carry a field code as their message. */
import { z } from './zod.ts'

/** A JSON number without fraction between two bounds; texts that look like numbers are refused. */
export const wholeNumber = (min: number, max: number) =>
  z
    .number({ error: (issue) => (issue.input === undefined || issue.input === null ? 'required' : 'invalid') })
    .refine(Number.isSafeInteger, { error: 'not_a_whole_number', abort: true })
    .refine((n) => n >= min && n <= max, { error: 'out_of_range' })

/** A whole number from a query string: digits only. */
export const digits = (min: number, max: number) =>
  z
    .string({ error: 'invalid' })
    .regex(/^\d{1,15}$/, { error: 'invalid' })
    .transform(Number)
    .refine((n) => n >= min && n <= max, { error: 'out_of_range' })
