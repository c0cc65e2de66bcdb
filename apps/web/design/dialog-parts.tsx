import { useState } from 'react'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { ConfirmDialog, Dialog } from '#ui/dialog'
import { Field } from '#ui/field'
import { TextArea } from '#ui/text-input'
import { useToast } from '#ui/toast'

export function DialogParts() {
  const toast = useToast()
  const [open, setOpen] = useState<'none' | 'form' | 'question'>('none')
  const close = () => setOpen('none')
  const text = 'Share the ride with somebody going the same way anyway – in Norway, Denmark and Sweden.'
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-2.5">
        <Button variant="quiet" onClick={() => setOpen('form')}>
          Open a dialog
        </Button>
        <Button variant="quiet" onClick={() => setOpen('question')}>
          Ask a question
        </Button>
        <Button variant="quiet" onClick={() => toast({ tone: 'success', title: 'Reservation sent!', text })}>
          Show a message
        </Button>
        <Button variant="quiet" onClick={() => toast({ tone: 'error', title: 'Error', text })}>
          Error
        </Button>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Alert title="Information">{text}</Alert>
        <Alert tone="success" title="Accepted">
          {text}
        </Alert>
        <Alert tone="warning" title="More than the costs">
          {text}
        </Alert>
        <Alert tone="danger" title="Error" action={<Button size="sm">Try again</Button>}>
          Something went wrong. Please try again.
        </Alert>
      </div>
      <Dialog
        open={open === 'form'}
        onClose={close}
        title="Reserve"
        closeLabel="Close"
        footer={<Button onClick={close}>Save</Button>}
      >
        <Field label="Name of the field" note="(optional)">
          <TextArea counter={500} />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'question'}
        onClose={close}
        onConfirm={close}
        title="Ask a question"
        confirmLabel="Log out"
        cancelLabel="Cancel"
        closeLabel="Close"
        variant="danger"
      >
        {text}
      </ConfirmDialog>
    </div>
  )
}
