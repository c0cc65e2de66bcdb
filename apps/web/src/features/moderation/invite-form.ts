import { useForm } from 'react-hook-form'
import { inviteBody } from '@samtur/contract/moderation'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { applyServerErrors, contractResolver } from '#lib/form'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { useInvite } from './queries.ts'

export interface InviteValues {
  email: string
}

/** What stands at the field when the address has an account. */
export const known = 'known'

export function useInviteForm(onDone: () => void) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutateAsync: invite } = useInvite()
  const form = useForm<InviteValues>({
    resolver: contractResolver<InviteValues>(inviteBody),
    defaultValues: { email: '' },
  })
  const send = async ({ email }: InviteValues) => {
    try {
      await invite(email)
      toast({ tone: 'success', title: t('admin.invited_toast'), text: email, key })
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'already_registered')
        form.setError('email', { type: 'server', message: known }, { shouldFocus: true })
      else if (!applyServerErrors(form, error))
        toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key })
    }
  }
  return { form, submit: form.handleSubmit(send) }
}

const key = 'admin-invite'
