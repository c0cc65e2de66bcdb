import { useRef, useState } from 'react'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { FormDialog } from '#ui/form-dialog'
import { OutsideLink } from '#ui/link'
import { CodeField } from '../accounts/public.ts'
import { CopyButton } from './copy-button.tsx'
import { readableSecret } from './model.ts'
import { QrCode } from './qr-code.tsx'
import { finishEnrolment, type Enrolment } from './queries.ts'

interface EnrolDialogProps {
  enrolment: Enrolment
  /** The first code was right: it counts from now on. */
  onDone: () => void
  onClose: () => void
}

/** Puts the secret into an app, and lets the app show that it has it. Nothing counts before that. */
export function EnrolDialog({ enrolment: { totpURI }, onDone, onClose }: EnrolDialogProps) {
  const t = useT()
  const { field, code, change, problem, busy, finish } = useFirstCode(onDone)
  const secret = readableSecret(totpURI)
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={() => void finish()}
      title={t('security.enrol_title')}
      submitLabel={t('security.turn_on')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      busy={busy}
      dirty={code !== ''}
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
          ref={field}
          name="code"
          label={t('security.app_code')}
          hint={t('security.app_code_hint')}
          error={problem}
          value={code}
          onChange={(event) => change(event.target.value)}
        />
        <p className="text-sm text-soft">{t('security.enrol_others_end')}</p>
      </section>
    </FormDialog>
  )
}

function useFirstCode(onDone: () => void) {
  const t = useT()
  const fieldText = useFieldText()
  const errorText = useErrorText()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const refuse = (text: string) => {
    setProblem(text)
    setBusy(false)
    field.current?.focus()
  }
  const finish = async () => {
    if (busy) return
    const digits = code.replace(/\s/g, '')
    if (!/^\d{6}$/.test(digits)) return refuse(fieldText(digits ? 'invalid' : 'required', 'code'))
    setBusy(true)
    try {
      await finishEnrolment(digits)
      onDone()
    } catch (error) {
      const wrong = error instanceof ApiError && error.code === 'invalid_code'
      refuse(wrong ? t('accounts.wrong_app_code') : errorText(error))
    }
  }
  const change = (text: string) => {
    setCode(text)
    setProblem(undefined)
  }
  return { field, code, change, problem, busy, finish }
}
