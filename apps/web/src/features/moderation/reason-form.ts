import { useForm } from 'react-hook-form'
import { reasonBody } from '@samtur/contract/moderation'
import { useErrorText } from '#lib/error-text'
import { applyServerErrors, contractResolver } from '#lib/form'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { type Deed, useDeed } from './queries.ts'

export interface ReasonValues {
  reason: string
}

/** Why something is done to an account; without a reason nothing is. */
export function useReasonForm(id: string, deed: Deed, done: string, onDone: () => void) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutateAsync } = useDeed(id)
  const form = useForm<ReasonValues>({
    resolver: contractResolver<ReasonValues>(reasonBody),
    defaultValues: { reason: '' },
  })
  const save = async ({ reason }: ReasonValues) => {
    try {
      await mutateAsync({ deed, reason })
      toast({ tone: 'success', title: done, key })
      onDone()
    } catch (error) {
      if (!applyServerErrors(form, error))
        toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key })
    }
  }
  return { form, submit: form.handleSubmit(save) }
}

const key = 'admin-deed'
