import { useState, type BaseSyntheticEvent } from 'react'
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../http.ts'
import { useAction, type ActionOptions } from './action.ts'
import { useIdempotencyKey, type KeyOf } from './idempotency-key.ts'
import { showAtFields, type Placement } from './server-errors.ts'

interface Submission<Values extends FieldValues, Result>
  extends Placement<Values>, Omit<ActionOptions<Values, Result>, 'run'> {
  form: UseFormReturn<Values>
  /** Sends the values. Returns false when the person stopped it: then the form stays as it is and no toast shows. */
  send: (values: Values, keyOf: KeyOf) => Promise<Result | false>
  /** The draft that goes with the form and holds its idempotency key. */
  draft?: { keyOf: KeyOf; renewKey: () => void; clear: () => void }
  /** Runs when the form's own check finds errors. */
  onInvalid?: (errors: FieldErrors<Values>) => void
}

/**
 * Sends a form: once at a time, with one idempotency key per content. The server's errors of fields go to the fields, with the focus on the
 * first one; for every other error a toast shows, and its text is returned as `problem`. `onError` handles an error that is not a field's.
 */
export function useSubmission<Values extends FieldValues, Result>(submission: Submission<Values, Result>) {
  const { form, draft } = submission
  const byContent = useIdempotencyKey()
  const { keyOf, renewKey } = draft ?? byContent
  const [atField, setAtField] = useState(false)
  const { start, problem, failedInput, ...action } = useAction<Values, Result>({
    ...submission,
    run: (values) => submission.send(values, keyOf),
    onDone: (result, values) => {
      renewKey()
      submission.onDone?.(result, values)
      draft?.clear()
    },
    onError: (error, values) => {
      if (error instanceof ApiError && error.code === 'idempotency_key_reused') renewKey()
      const shown = showAtFields(form, error, submission)
      setAtField(shown)
      return shown || submission.onError?.(error, values)
    },
  })
  const submit = (event?: BaseSyntheticEvent) => void form.handleSubmit(start, submission.onInvalid)(event)
  return { ...action, submit, failedValues: failedInput, problem: atField ? undefined : problem }
}
