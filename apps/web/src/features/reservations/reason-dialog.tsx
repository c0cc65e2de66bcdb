import { useId, useState, type ReactNode } from 'react'
import { lengths } from '@samtur/contract/constants'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Field } from '#ui/field'
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
  const formId = useId()
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState(false)
  const problem = refused && reasonTooLong(reason)
  const footer = (
    <>
      <Button variant="quiet" onClick={onClose}>
        {keepLabel}
      </Button>
      <Button type="submit" form={formId} variant="danger" busy={busy}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<span className="wrap-anywhere">{title}</span>}
      closeLabel={t('core.close')}
      dirty={reason !== ''}
      footer={footer}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setRefused(true)
          if (!busy && !reasonTooLong(reason)) onConfirm(reason.trim())
        }}
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
      </form>
    </Dialog>
  )
}
