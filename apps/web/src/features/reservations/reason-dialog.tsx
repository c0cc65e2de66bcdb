import { useRef, useState, type ReactNode } from 'react'
import { lengths } from '@samtur/contract/constants'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea } from '#ui/text-input'
import { reasonTooLong } from './model.ts'

export interface ReasonDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: (reason: string) => void
  title: string
  /** What will happen. */
  children: ReactNode
  /** Who reads the reason. */
  hint: string
  confirmLabel: string
  /** Leaves everything as it is. */
  keepLabel: string
  busy?: boolean
  /** The other person has to be told why. */
  required?: boolean
}

/** Says plainly what will happen and asks why; the reason may be left out unless it is required. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onClose, onConfirm, title, children, hint, confirmLabel, keepLabel, busy, required = false } = props
  const t = useT()
  const fieldText = useFieldText()
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState(false)
  const problem = reasonTooLong(reason) ? 'too_long' : required && !reason.trim() ? 'required' : undefined
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onSubmit={() => {
        setRefused(true)
        if (problem) field.current?.focus()
        else onConfirm(reason.trim())
      }}
      title={<span className="wrap-anywhere">{title}</span>}
      submitLabel={confirmLabel}
      cancelLabel={keepLabel}
      closeLabel={t('core.close')}
      variant="danger"
      busy={busy}
      dirty={reason !== ''}
    >
      <div className="flex flex-col gap-2 text-soft">{children}</div>
      <Field
        label={t('reservations.reason')}
        required={required}
        note={required ? undefined : t('core.optional')}
        hint={hint}
        error={refused && problem ? fieldText(problem, 'reason') : undefined}
      >
        <TextArea
          ref={field}
          name="reason"
          rows={3}
          counter={lengths.shortReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
