import { useState, type ReactNode } from 'react'
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
}

/** Says plainly what will happen; why may be told, or left out. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onClose, onConfirm, title, children, hint, confirmLabel, keepLabel, busy } = props
  const t = useT()
  const fieldText = useFieldText()
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState(false)
  const problem = refused && reasonTooLong(reason)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onSubmit={() => {
        setRefused(true)
        if (!reasonTooLong(reason)) onConfirm(reason.trim())
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
        note={t('core.optional')}
        hint={hint}
        error={problem && fieldText('too_long', 'reason')}
      >
        <TextArea
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
