import { useForm } from 'react-hook-form'
import { reasonBody } from '@samtur/contract/moderation'
import { decisionBody } from '@samtur/contract/reports'
import { ApiError } from '#lib/api'
import { applyServerErrors, contractResolver } from '#lib/form'
import { useToast } from '#ui/toast'
import { useFailureToast } from './failure-toast.ts'

export interface ReasonValues {
  reason: string
}

export interface ReasonTask {
  /** Without a reason it is done all the same, in the house's own words. */
  optional?: boolean
  /** False: the person has thought better of it. */
  run: (reason: string) => Promise<unknown>
  /** What is said when it is done, and when it failed. */
  done: string
  failed?: string
  onDone: () => void
}

/** Why something is done; unless it is optional, nothing is done without a reason. */
export function useReasonForm({ optional, run, done, failed, onDone }: ReasonTask) {
  const toast = useToast()
  const fail = useFailureToast(key)
  const form = useForm<ReasonValues>({
    resolver: contractResolver<ReasonValues>(optional ? decisionBody : reasonBody),
    defaultValues: { reason: '' },
  })
  const save = async ({ reason }: ReasonValues) => {
    try {
      // The person would rather not show the password: what was typed stays.
      if ((await run(reason)) === false) return
      toast({ tone: 'success', title: done, key })
      onDone()
    } catch (error) {
      if (applyServerErrors(form, error)) return
      fail(error, failed)
      // Somebody else was faster: there is nothing to try again.
      if (failed && error instanceof ApiError && error.status === 409) onDone()
    }
  }
  return { form, submit: form.handleSubmit(save) }
}

const key = 'admin-deed'
