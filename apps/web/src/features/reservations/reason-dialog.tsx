import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { lengths } from '@samtur/contract/constants'
import { reasonBody, requiredReasonBody } from '@samtur/contract/rides'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea } from '#ui/text-input'

export interface ReasonDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: (reason: string) => void
  title: string
  /** What will happen. */
  children: ReactNode
  /** Names who reads the reason. */
  hint: string
  confirmLabel: string
  /** The label of the button that changes nothing. */
  keepLabel: string
  busy?: boolean
  /** Whether the reason must be given. */
  required?: boolean
}

/** Says what will happen and asks for the reason, which may stay empty unless it is required. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onClose, onConfirm, title, children, hint, confirmLabel, keepLabel, busy, required = false } = props
  const t = useT()
  const form = useForm({
    resolver: contractResolver<{ reason: string }>(required ? requiredReasonBody : reasonBody),
    defaultValues: { reason: '' },
  })
  const errorOf = useFieldErrors(form)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onSubmit={(event) => void form.handleSubmit(({ reason }) => onConfirm(reason.trim()))(event)}
      title={<span className="wrap-anywhere">{title}</span>}
      submitLabel={confirmLabel}
      cancelLabel={keepLabel}
      closeLabel={t('core.close')}
      variant="danger"
      busy={busy}
      dirty={form.formState.isDirty}
    >
      <div className="flex flex-col gap-2 text-soft">{children}</div>
      <Field
        label={t('reservations.reason')}
        required={required}
        note={required ? undefined : t('core.optional')}
        hint={hint}
        error={errorOf('reason')}
      >
        <TextArea {...form.register('reason')} rows={3} counter={lengths.shortReason} />
      </Field>
    </FormDialog>
  )
}
