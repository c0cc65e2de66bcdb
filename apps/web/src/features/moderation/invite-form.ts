import { useForm } from 'react-hook-form'
import { inviteBody } from '@samtur/contract/moderation'
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
    messageOf: (error, code) => (error.code === 'already_registered' ? known : code),
  })
  return { form, ...submission }
}
