import { useRef, useState } from 'react'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import type { ButtonVariant } from '#ui/button'
import { FormDialog } from '#ui/form-dialog'
import { CodeField } from '../accounts/public.ts'

interface FactorDialogProps {
  title: string
  text: string
  submitLabel: string
  variant?: ButtonVariant
  /** Does it with the code; what it throws is told at the field. */
  run: (code: string) => Promise<void>
  onClose: () => void
}

/** Asks for a code of the second factor before something about it is changed. */
export function FactorDialog({ title, text, submitLabel, variant, run, onClose }: FactorDialogProps) {
  const t = useT()
  const fieldText = useFieldText()
  const errorText = useErrorText()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const refuse = (reason: string) => {
    setProblem(reason)
    setBusy(false)
    field.current?.focus()
  }
  const submit = async () => {
    const bare = code.replace(/\s/g, '')
    if (bare === '') return refuse(fieldText('required', 'code'))
    setBusy(true)
    try {
      await run(bare)
    } catch (error) {
      refuse(errorText(error))
    }
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={() => void submit()}
      title={title}
      size="sm"
      submitLabel={submitLabel}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      variant={variant}
      busy={busy}
      dirty={code !== ''}
    >
      <p>{text}</p>
      <p className="text-soft">{t('security.again_factor')}</p>
      <CodeField
        ref={field}
        name="code"
        inputMode="text"
        label={t('security.factor_code')}
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          setProblem(undefined)
        }}
        error={problem}
        data-autofocus
      />
    </FormDialog>
  )
}
