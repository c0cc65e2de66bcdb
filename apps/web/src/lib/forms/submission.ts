import { useRef, useState, type BaseSyntheticEvent } from 'react'
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import { useToast, type ToastMessage } from '#ui/toast'
import { useErrorText } from '../error-text.ts'
import { ApiError } from '../http.ts'
import { useT } from '../i18n.ts'
import { useIdempotencyKey, type KeyOf } from './idempotency-key.ts'
import { showAtFields, type Placement } from './server-errors.ts'

type Words = Omit<ToastMessage, 'tone' | 'key'>

interface Submission<Values extends FieldValues, Result> extends Placement<Values> {
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
  /** Runs when the form's own check finds errors. */
  onInvalid?: (errors: FieldErrors<Values>) => void
}

/**
 * Sends a form: once at a time, with one idempotency key per content. The server's errors of fields go to the fields, with the focus on the
 * first one; for every other error a toast shows, and its text is returned as `problem`.
 */
export function useSubmission<Values extends FieldValues, Result>(submission: Submission<Values, Result>) {
  const { form, toastKey, onDone, success, onError, failure, onInvalid } = submission
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const byContent = useIdempotencyKey()
  const { keyOf, renewKey } = submission.draft ?? byContent
  // Set at once, where the state waits for the next rendering: a second press in between sends nothing.
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ error: unknown; values: Values; atField: boolean }>()

  const fail = async (error: unknown, values: Values) => {
    if (error instanceof ApiError && error.code === 'idempotency_key_reused') renewKey()
    const atField = showAtFields(form, error, submission)
    setFailed({ error, values, atField })
    if (atField || (await onError?.(error, values))) return
    const reason = errorText(error)
    const words = typeof failure === 'string' ? { text: failure, detail: reason } : { text: reason }
    const own = typeof failure === 'function' ? failure(error, reason) : {}
    toast({ tone: 'error', title: t('core.error_title'), ...words, ...own, key: toastKey })
  }
  const run = async (values: Values) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailed(undefined)
    try {
      const result = await submission.send(values, keyOf)
      if (result === false) return
      const words = success?.(result, values)
      if (words) toast({ tone: 'success', ...words, key: toastKey })
      renewKey()
      onDone?.(result, values)
      submission.draft?.clear()
    } catch (error) {
      await fail(error, values)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const submit = (event?: BaseSyntheticEvent) => void form.handleSubmit(run, onInvalid)(event)
  return {
    submit,
    busy,
    /** The last attempt's error, also one that is shown at a field. */
    error: failed?.error,
    /** What the last attempt sent, if it failed. */
    failedValues: failed?.values,
    problem: failed && !failed.atField ? errorText(failed.error) : undefined,
    /** Takes back what the last attempt showed. */
    forget: () => setFailed(undefined),
  }
}
