import { useId, type ReactNode, type SyntheticEvent } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import type { IconName } from './icon.tsx'

export interface FormDialogProps extends Omit<DialogProps, 'footer'> {
  /** Called by the button or Enter, and not while `busy`. */
  onSubmit: (event: SyntheticEvent) => void
  /** Without it there is no submit button. */
  submitLabel?: ReactNode
  /** Closes without a change. */
  cancelLabel: string
  variant?: ButtonVariant
  icon?: IconName
  busy?: boolean
  /** A value is still missing. The button can be pressed all the same, which shows what is missing. */
  dimmed?: boolean
  /** On a phone the cancel button is as narrow as possible, because the other one has a long label. */
  narrowCancel?: boolean
}

/** A dialog with a form and two buttons. */
export function FormDialog(props: FormDialogProps) {
  const { onSubmit, submitLabel, cancelLabel, variant, icon, busy, dimmed, narrowCancel, children, ...rest } = props
  const formId = useId()
  const footer = (
    <>
      <Button variant="quiet" className={narrowCancel ? 'max-sm:flex-none!' : ''} onClick={rest.onClose}>
        {cancelLabel}
      </Button>
      {submitLabel && (
        <Button
          type="submit"
          form={formId}
          variant={variant}
          icon={icon}
          busy={busy}
          aria-disabled={dimmed || undefined}
        >
          {submitLabel}
        </Button>
      )}
    </>
  )
  return (
    <Dialog {...rest} footer={footer}>
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) onSubmit(event)
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
