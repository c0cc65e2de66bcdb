import { useState } from 'react'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { ConfirmDialog, Dialog } from '#ui/dialog'
import { Field } from '#ui/field'
import { TextArea } from '#ui/text-input'
import { useToast } from '#ui/toast'

export function DialogParts() {
  const t = useT()
  const toast = useToast()
  const [open, setOpen] = useState<'none' | 'form' | 'question'>('none')
  const close = () => setOpen('none')
  const text = t('nav.tagline')
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-2.5">
        <Button variant="quiet" onClick={() => setOpen('form')}>
          {t('design.dialog')}
        </Button>
        <Button variant="quiet" onClick={() => setOpen('question')}>
          {t('design.question')}
        </Button>
        <Button variant="quiet" onClick={() => toast({ tone: 'success', title: t('reservations.sent_title'), text })}>
          {t('design.toast')}
        </Button>
        <Button variant="quiet" onClick={() => toast({ tone: 'error', title: t('core.error_title'), text })}>
          {t('core.error_title')}
        </Button>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Alert title={t('nav.information')}>{text}</Alert>
        <Alert tone="success" title={t('reservations.status_accepted')}>
          {text}
        </Alert>
        <Alert tone="warning" title={t('rides.above_share')}>
          {text}
        </Alert>
        <Alert tone="danger" title={t('core.error_title')} action={<Button size="sm">{t('core.retry')}</Button>}>
          {t('core.generic_error')}
        </Alert>
      </div>
      <Dialog
        open={open === 'form'}
        onClose={close}
        title={t('rides.reserve')}
        closeLabel={t('core.close')}
        footer={<Button onClick={close}>{t('core.save')}</Button>}
      >
        <Field label={t('design.label')} note={t('core.optional')}>
          <TextArea counter={500} />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'question'}
        onClose={close}
        onConfirm={close}
        title={t('design.question')}
        confirmLabel={t('nav.logout')}
        cancelLabel={t('core.cancel')}
        closeLabel={t('core.close')}
        variant="danger"
      >
        {text}
      </ConfirmDialog>
    </div>
  )
}
