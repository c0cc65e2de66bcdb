import { useRef, useState, type BaseSyntheticEvent } from 'react'
import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { FieldCode } from '@samtur/contract/errors'
import { useToast, type ToastMessage } from '#ui/toast'
import { useErrorText } from '../error-text.ts'
import { ApiError } from '../http.ts'
import { useT } from '../i18n.ts'
import { useIdempotencyKey, type KeyOf } from './idempotency-key.ts'

type Words = Omit<ToastMessage, 'tone' | 'key'>

interface Submission<Values extends FieldValues, Result> {
  form: UseFormReturn<Values>
  /** Groups the toasts: a newer one with the same key replaces the older one. */
  toastKey: string
  /** Sends the values. Returns false when the person stopped it: then the form stays as it is and no toast shows. */
  send: (values: Values, keyOf: KeyOf) => Promise<Result | false>
  /** The draft that goes with the form and holds its idempotency key. */
  draft?: { keyOf: KeyOf; renewKey: () => void; clear: () => void }
  /** Runs after a success. */
  onDone?: (result: Result, values: Values) => void
  /** Returns the words of the toast after a success. */
  success?: (result: Result, values: Values) => Words | undefined
  /** Handles an error that does not belong to a field. Returns true when no toast is needed. */
  onError?: (error: unknown, values: Values) => boolean | void | Promise<boolean | void>
  /** What failed, shown above the reason; or the words of the toast. */
  failure?: string | ((error: unknown, reason: string) => Partial<Words>)
  /** Returns the form's field for a field of the contract. */
  fieldOf?: (name: string, code: FieldCode, values: Values) => string
  /** Sets the focus, where the field is not the one that react-hook-form knows. */
  focus?: (field: string) => void
  /** Runs when the form's own check finds errors. */
  onInvalid?: (errors: FieldErrors<Values>) => void
}

/**
 * Sends a form: once at a time, with one idempotency key per content. The server's errors of fields go to the fields, with the focus on the
 * first one; for every other error a toast shows, and its text is returned as `problem`.
 */
export function useSubmission<Values extends FieldValues, Result>(submission: Submission<Values, Result>) {
  const { form, toastKey, draft, onDone, success, onError, failure, onInvalid } = submission
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const keyOfContent = useIdempotencyKey()
  const running = useRef(false)
  const [failed, setFailed] = useState<{ error: unknown; atField: boolean }>()

  const fail = async (error: unknown, values: Values) => {
    if (error instanceof ApiError && error.code === 'idempotency_key_reused') draft?.renewKey()
    const atField = showAtFields(error, values, submission)
    setFailed({ error, atField })
    if (atField || (await onError?.(error, values))) return
    const reason = errorText(error)
    const words = typeof failure === 'string' ? { text: failure, detail: reason } : { text: reason }
    const own = typeof failure === 'function' ? failure(error, reason) : {}
    toast({ tone: 'error', title: t('core.error_title'), ...words, ...own, key: toastKey })
  }
  const run = async (values: Values) => {
    setFailed(undefined)
    try {
      const result = await submission.send(values, draft?.keyOf ?? keyOfContent)
      if (result === false) return
      onDone?.(result, values)
      draft?.renewKey()
      draft?.clear()
      const words = success?.(result, values)
      if (words) toast({ tone: 'success', ...words, key: toastKey })
    } catch (error) {
      await fail(error, values)
    }
  }
  const submit = (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    if (running.current) return
    running.current = true
    void form
      .handleSubmit(
        run,
        onInvalid,
      )(event)
      .finally(() => (running.current = false))
  }
  return {
    submit,
    busy: form.formState.isSubmitting,
    /** The last attempt's error, also one that is shown at a field. */
    error: failed?.error,
    problem: failed && !failed.atField ? errorText(failed.error) : undefined,
    /** Takes back what the last attempt showed. */
    forget: () => setFailed(undefined),
  }
}

/** Puts the server's field codes at the form's fields and the focus on the first one. Returns false when the form has none of them. */
function showAtFields<Values extends FieldValues>(
  error: unknown,
  values: Values,
  { form, fieldOf = (name) => name, focus }: Pick<Submission<Values, unknown>, 'form' | 'fieldOf' | 'focus'>,
): boolean {
  if (!(error instanceof ApiError)) return false
  const names = Object.keys(values)
  const placeOf = (field: string) => names.indexOf(field.split('.')[0] ?? '')
  const fields = Object.entries(error.fields ?? {})
    .map(([name, code]) => ({ field: fieldOf(name, code, values), code }))
    .filter(({ field }) => placeOf(field) >= 0)
    .sort((one, other) => placeOf(one.field) - placeOf(other.field))
  for (const { field, code } of fields) form.setError(field as FieldPath<Values>, { type: 'server', message: code })
  const [first] = fields
  if (first && focus) focus(first.field)
  else if (first) form.setFocus(first.field as FieldPath<Values>)
  return first !== undefined
}
