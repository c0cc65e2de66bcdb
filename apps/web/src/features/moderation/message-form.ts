import { useForm } from 'react-hook-form'
import { reportMessageBody } from '@samtur/contract/reports'
import { applyServerErrors, contractResolver } from '#lib/form'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { useFailureToast } from './failure-toast.ts'
import { useMessageReporter } from './queries.ts'

export interface MessageValues {
  subject: string
  message: string
}

/** Writes to whoever reported. */
export function useMessageForm(reportId: string, onDone: () => void) {
  const t = useT()
  const toast = useToast()
  const fail = useFailureToast(key)
  const { mutateAsync } = useMessageReporter(reportId)
  const form = useForm<MessageValues>({
    resolver: contractResolver<MessageValues>(reportMessageBody),
    defaultValues: { subject: t('admin_reports.message_subject'), message: '' },
  })
  const send = async (values: MessageValues) => {
    try {
      await mutateAsync(values)
      toast({ tone: 'success', title: t('admin_reports.message_sent'), key })
      onDone()
    } catch (error) {
      if (!applyServerErrors(form, error)) fail(error, t('admin_reports.message_failed'))
    }
  }
  return { form, submit: form.handleSubmit(send) }
}

const key = 'admin-message'
