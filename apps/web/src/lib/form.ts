import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from './http.ts'

/**
 * Shows the server's field codes at the form's fields and focuses the first one. Returns false when no field matched, so that the error
 * needs a toast.
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
