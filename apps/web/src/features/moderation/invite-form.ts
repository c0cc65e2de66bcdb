import { useForm } from 'react-hook-form'
import { inviteBody } from '@samtur/contract/moderation'
import { ApiError } from '#lib/api'
import { contractResolver } from '#lib/forms/contract'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { useInvite } from './queries.ts'

interface InviteValues {
  email: string
}

/** The field's message when the address has an account already. */
export const known = 'known'

export function useInviteForm(onDone: () => void) {
  const t = useT()
  const { mutateAsync: invite } = useInvite()
  const form = useForm<InviteValues>({
    resolver: contractResolver<InviteValues>(inviteBody),
    defaultValues: { email: '' },
  })
  const submission = useSubmission({
    form,
    toastKey: 'admin-invite',
    send: ({ email }) => invite(email),
    onDone,
    success: (_, { email }) => ({ title: t('admin.invited_toast'), text: email }),
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'already_registered')) return false
      form.setError('email', { type: 'server', message: known }, { shouldFocus: true })
      return true
    },
  })
  return { form, ...submission }
}
