import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { FieldCode } from '@samtur/contract/errors'
import { useFieldText } from '../field-text.ts'

/**
 * Returns a function that returns the text of a field's error, or undefined. `texts` has the texts of codes that only this form knows;
 * `as` names the field of the contract where the form calls it otherwise.
 */
export function useFieldErrors<Values extends FieldValues>(
  { formState: { errors } }: UseFormReturn<Values>,
  texts: Partial<Record<string, string>> = {},
) {
  const fieldText = useFieldText()
  return (field: keyof Values & string, as: string = field): string | undefined => {
    const code = errors[field]?.message
    return typeof code === 'string' ? (texts[code] ?? fieldText(code as FieldCode, as)) : undefined
  }
}
