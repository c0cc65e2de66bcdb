import { useForm } from 'react-hook-form'
import { totpBody } from '@samtur/contract/identities'
import { ApiError } from '#lib/api'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { FormDialog } from '#ui/form-dialog'
import { OutsideLink } from '#ui/link'
import { CodeField } from '../accounts/code-field.tsx'
import { CopyButton } from './copy-button.tsx'
import { readableSecret } from './model.ts'
import { QrCode } from './qr-code.tsx'
import { finishEnrolment, type Enrolment } from './queries.ts'

interface EnrolDialogProps {
  enrolment: Enrolment
  /** Called when the first code was right: from now on the factor counts. */
  onDone: () => void
  onClose: () => void
}

/** Shows the secret for an app and asks for the app's first code. The factor counts only after that code. */
export function EnrolDialog({ enrolment: { totpURI }, onDone, onClose }: EnrolDialogProps) {
  const t = useT()
  const { form, submit, busy, problem, forget } = useFirstCode(onDone)
  const secret = readableSecret(totpURI)
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={t('security.enrol_title')}
      submitLabel={t('security.turn_on')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      busy={busy}
      dirty={form.formState.isDirty}
    >
      <section className="flex flex-col gap-3">
        <h3 className="font-sans text-base font-semibold">{t('security.enrol_scan')}</h3>
        <p className="text-soft">{t('security.enrol_scan_text')}</p>
        <div className="flex flex-wrap items-start gap-5">
          <QrCode text={totpURI} label={t('security.qr_label')} />
          <div className="flex min-w-0 flex-1 basis-48 flex-col items-start gap-2.5">
            <p className="text-sm text-soft">{t('security.enrol_by_hand')}</p>
            <code dir="ltr" className="max-w-full rounded-sm bg-sunk px-2.5 py-1.5 text-base wrap-anywhere select-all">
              {secret}
            </code>
            <CopyButton
              text={secret.replaceAll(' ', '')}
              label={t('security.copy_secret')}
              done={t('security.secret_copied')}
            />
            <span className="pointer-fine:hidden">
              <OutsideLink href={totpURI}>{t('security.open_app')}</OutsideLink>
            </span>
          </div>
        </div>
      </section>
      <section className="flex flex-col gap-3">
        <h3 className="font-sans text-base font-semibold">{t('security.enrol_code')}</h3>
        <CodeField
          {...form.register('code', { onChange: forget })}
          label={t('security.app_code')}
          hint={t('security.app_code_hint')}
          error={problem}
        />
        <p className="text-sm text-soft">{t('security.enrol_others_end')}</p>
      </section>
    </FormDialog>
  )
}

function useFirstCode(onDone: () => void) {
  const t = useT()
  const form = useForm({ resolver: contractResolver<{ code: string }>(totpBody), defaultValues: { code: '' } })
  const errorOf = useFieldErrors(form)
  const { error, problem, ...submission } = useSubmission({
    form,
    toastKey: 'two-factor',
    send: ({ code }) => finishEnrolment(code.replace(/\s/g, '')),
    onDone,
    onError: () => {
      form.setFocus('code')
      return true
    },
  })
  const wrong = error instanceof ApiError && error.code === 'invalid_code'
  return { form, problem: errorOf('code') ?? (wrong ? t('accounts.wrong_app_code') : problem), ...submission }
}
