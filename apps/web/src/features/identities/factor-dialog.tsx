import { useForm } from 'react-hook-form'
import { factorBody } from '@samtur/contract/identities'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import type { ButtonVariant } from '#ui/button'
import { FormDialog } from '#ui/form-dialog'
import { CodeField } from '../accounts/code-field.tsx'

interface FactorDialogProps {
  title: string
  text: string
  submitLabel: string
  variant?: ButtonVariant
  /** Makes the change with the code. Its error shows at the field. */
  run: (code: string) => Promise<void>
  onClose: () => void
}

/** Asks for a code of the second factor before the factor or its recovery codes change. */
export function FactorDialog({ title, text, submitLabel, variant, run, onClose }: FactorDialogProps) {
  const t = useT()
  const form = useForm({ resolver: contractResolver<{ code: string }>(factorBody), defaultValues: { code: '' } })
  const errorOf = useFieldErrors(form)
  const { submit, busy, problem, forget } = useSubmission({
    form,
    toastKey: 'two-factor',
    send: ({ code }) => run(code.replace(/\s/g, '')),
    onError: () => {
      form.setFocus('code')
      return true
    },
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={title}
      size="sm"
      submitLabel={submitLabel}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      variant={variant}
      busy={busy}
      dirty={form.formState.isDirty}
    >
      <p>{text}</p>
      <p className="text-soft">{t('security.again_factor')}</p>
      <CodeField
        {...form.register('code', { onChange: forget })}
        inputMode="text"
        label={t('security.factor_code')}
        error={errorOf('code') ?? problem}
        data-autofocus
      />
    </FormDialog>
  )
}
