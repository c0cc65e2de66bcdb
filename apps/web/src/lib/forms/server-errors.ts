import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { FieldCode } from '@samtur/contract/errors'
import { ApiError } from '../http.ts'

/** Where a form shows what the contract says of a field. */
export interface Placement<Values> {
  /** Returns the form's field for a field of the contract. */
  fieldOf?: (name: string, code: FieldCode, values: Values) => string
  /** Returns the message of a field; without it that is the field's code. */
  messageOf?: (error: ApiError, code: FieldCode) => string
  /** Sets the focus, where the field is not the one that react-hook-form knows. */
  focus?: (field: string) => void
}

/** Puts the server's field codes at the form's fields and the focus on the first one. Returns false when the form has none of them. */
export function showAtFields<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  {
    fieldOf = (name) => name,
    messageOf = (_, code) => code,
    focus = (field) => form.setFocus(field as FieldPath<Values>),
  }: Placement<Values> = {},
): boolean {
  if (!(error instanceof ApiError)) return false
  const values = form.getValues()
  const names = Object.keys(values)
  const placeOf = (field: string) => names.indexOf(field.split('.')[0] ?? '')
  const fields = Object.entries(error.fields ?? {})
    .map(([name, code]) => ({ field: fieldOf(name, code, values), code }))
    .filter(({ field }) => placeOf(field) >= 0)
    .sort((one, other) => placeOf(one.field) - placeOf(other.field))
  for (const { field, code } of fields)
    form.setError(field as FieldPath<Values>, { type: 'server', message: messageOf(error, code) })
  if (fields[0]) focus(fields[0].field)
  return fields.length > 0
}
