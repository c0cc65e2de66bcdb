import { useForm } from 'react-hook-form'
import { reasonBody } from '@samtur/contract/moderation'
import { decisionBody } from '@samtur/contract/reports'
import { ApiError } from '#lib/api'
import { contractResolver } from '#lib/forms/contract'
import { useSubmission } from '#lib/forms/submission'

interface ReasonValues {
  reason: string
}

export interface ReasonTask {
  /** The reason may stay empty; the server then stores its own words. */
  optional?: boolean
  /** Does the task. Returns false when the administrator stops at the password. */
  run: (reason: string) => Promise<unknown>
  /** The toast's title after a success. */
  done: string
  /** What the toast says that failed. */
  failed?: string
  onDone: () => void
}

/** The form of the reason for an administrator's action. */
export function useReasonForm({ optional, run, done, failed, onDone }: ReasonTask) {
  const form = useForm<ReasonValues>({
    resolver: contractResolver<ReasonValues>(optional ? decisionBody : reasonBody),
    defaultValues: { reason: '' },
  })
  const submission = useSubmission({
    form,
    toastKey: 'admin-account-action',
    send: ({ reason }) => run(reason),
    onDone,
    success: () => ({ title: done }),
    onError: (error) => {
      // Another administrator was faster, so trying again makes no sense.
      if (failed && error instanceof ApiError && error.status === 409) onDone()
    },
    failure: failed,
  })
  return { form, ...submission }
}
