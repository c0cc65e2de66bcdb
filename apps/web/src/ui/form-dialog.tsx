import { useId, type ReactNode, type SyntheticEvent } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import type { IconName } from './icon.tsx'

export interface FormDialogProps extends Omit<DialogProps, 'footer'> {
  /** By the button or Enter, and not while `busy`. */
  onSubmit: (event: SyntheticEvent) => void
  /** Without it there is nothing to send, and only the other button. */
  submitLabel?: ReactNode
  /** Leaves everything as it is. */
  cancelLabel: string
  variant?: ButtonVariant
  icon?: IconName
  busy?: boolean
  /** Something is still missing. The button can be pressed all the same, so that it can be said what. */
  dimmed?: boolean
  /** On a phone the cancel button takes no more than it needs: the other one has much to say. */
  narrowCancel?: boolean
}

/** A dialog with something to fill in, and two buttons below it. */
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
