import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { deletionDays } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Checkbox } from '#ui/choice'
import { FormDialog } from '#ui/form-dialog'
import { useReauthentication } from '../accounts/reauthentication.tsx'
import { closeAccount } from './queries.ts'

interface DeletionDialogProps {
  open: boolean
  onClose: () => void
}

/** The last confirmation. It needs a tick, so that two quick presses do not delete the account. */
export function DeletionDialog({ open, onClose }: DeletionDialogProps) {
  const t = useT()
  const { form, dialog, submit, busy } = useDeletionForm()
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        onSubmit={submit}
        title={t('privacy.delete_question')}
        submitLabel={t('privacy.delete_account')}
        cancelLabel={t('core.cancel')}
        closeLabel={t('core.close')}
        variant="danger"
        busy={busy}
        dirty={form.formState.isDirty}
      >
        <p>{t('privacy.delete_warning', { days: deletionDays })}</p>
        <p className="text-soft">{t('privacy.delete_export_first')}</p>
        <Checkbox
          {...form.register('sure', { required: 'required' })}
          label={t('privacy.delete_sure')}
          error={form.formState.errors.sure && t('privacy.delete_tick')}
        />
      </FormDialog>
      {dialog}
    </>
  )
}

function useDeletionForm() {
  const t = useT()
  const navigate = useNavigate()
  const { run, dialog } = useReauthentication()
  const form = useForm({ defaultValues: { sure: false } })
  const submission = useSubmission({
    form,
    toastKey: 'deletion',
    send: () => run(closeAccount),
    // The personal pages now show the closing screen.
    onDone: () => void navigate(paths.ownProfile),
    failure: (_, reason) => ({ text: t('privacy.delete_failed', { reason }) }),
  })
  return { form, dialog, ...submission }
}
