import { useForm } from 'react-hook-form'
import { reportMessageBody } from '@samtur/contract/reports'
import { contractResolver } from '#lib/forms/contract'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { useMessageReporter } from './queries.ts'

interface MessageValues {
  subject: string
  message: string
}

/** The form of a message to the reporter. */
export function useMessageForm(reportId: string, onDone: () => void) {
  const t = useT()
  const { mutateAsync } = useMessageReporter(reportId)
  const form = useForm<MessageValues>({
    resolver: contractResolver<MessageValues>(reportMessageBody),
    defaultValues: { subject: t('admin_reports.message_subject'), message: '' },
  })
  const submission = useSubmission({
    form,
    toastKey: 'admin-message',
    send: (values) => mutateAsync(values),
    onDone,
    success: () => ({ title: t('admin_reports.message_sent') }),
    failure: t('admin_reports.message_failed'),
  })
  return { form, ...submission }
}
