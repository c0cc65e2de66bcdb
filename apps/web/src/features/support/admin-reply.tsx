import { lengths } from '@samtur/contract/constants'
import { supportReplyBody, type RequestDetail } from '@samtur/contract/support'
import { contractResolver } from '#lib/forms/contract'
import { useFormWithDraft } from '#lib/forms/draft'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextArea } from '#ui/text-input'
import { adminDraft } from './admin-drafts.ts'
import { useReply } from './admin-queries.ts'

/** Answers the person, in the product and by mail. */
export function ReplyForm({ request: { id, user } }: { request: RequestDetail }) {
  const t = useT()
  const { form, submit, busy } = useReplyForm(id)
  const errorOf = useFieldErrors(form, { required: t('admin_support.message_required') })
  return (
    <form noValidate onSubmit={submit} className="mt-3 flex flex-col gap-3">
      <Field
        label={t('admin_support.message')}
        hint={user ? t('admin_support.message_hint') : t('admin_support.message_hint_guest')}
        error={errorOf('message')}
        required
      >
        <TextArea {...form.register('message')} rows={3} counter={lengths.description} />
      </Field>
      <Button type="submit" icon="send" busy={busy} className="self-start">
        {t('admin_support.send')}
      </Button>
    </form>
  )
}

function useReplyForm(id: string) {
  const t = useT()
  const { mutateAsync } = useReply(id)
  const { form } = useFormWithDraft<{ message: string }>({
    ...adminDraft(id, 'reply'),
    resolver: contractResolver(supportReplyBody),
    defaults: (stored) => ({ message: '', ...stored }),
  })
  const submission = useSubmission({
    form,
    toastKey: 'admin-reply',
    send: ({ message }, keyOf) => mutateAsync({ message, client_id: keyOf(message) }),
    onDone: () => form.reset({ message: '' }),
    success: () => ({ title: t('admin_support.message_sent') }),
    failure: t('admin_support.message_failed'),
  })
  return { form, ...submission }
}
