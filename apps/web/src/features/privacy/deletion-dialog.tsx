import { useId, useState, type SyntheticEvent } from 'react'
import { useNavigate } from '#lib/router'
import { deletionDays } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/choice'
import { Dialog } from '#ui/dialog'
import { useToast } from '#ui/toast'
import { useReauthentication } from '../accounts/public.ts'
import { closeAccount } from './queries.ts'

interface DeletionDialogProps {
  open: boolean
  onClose: () => void
}

/** The last confirmation. It needs a tick, so that two quick presses do not delete the account. */
export function DeletionDialog({ open, onClose }: DeletionDialogProps) {
  const t = useT()
  const formId = useId()
  const [sure, setSure] = useState(false)
  const [missing, setMissing] = useState(false)
  const { remove, busy, dialog } = useClosing()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setMissing(!sure)
    if (sure && !busy) void remove()
  }
  const footer = (
    <>
      <Button variant="quiet" onClick={onClose}>
        {t('core.cancel')}
      </Button>
      <Button type="submit" form={formId} variant="danger" busy={busy}>
        {t('privacy.delete_account')}
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('privacy.delete_question')}
      closeLabel={t('core.close')}
      dirty={sure}
      footer={footer}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <p>{t('privacy.delete_warning', { days: deletionDays })}</p>
        <p className="text-soft">{t('privacy.delete_export_first')}</p>
        <Checkbox
          label={t('privacy.delete_sure')}
          checked={sure}
          error={missing && !sure ? t('privacy.delete_tick') : undefined}
          onChange={({ currentTarget }) => setSure(currentTarget.checked)}
        />
      </form>
      {dialog}
    </Dialog>
  )
}

function useClosing() {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { run, dialog } = useReauthentication()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      // The personal pages now show the closing screen.
      if (await run(closeAccount)) navigate(paths.ownProfile)
    } catch (error) {
      const text = t('privacy.delete_failed', { reason: errorText(error) })
      toast({ tone: 'error', title: t('core.error_title'), text, key: 'deletion' })
    } finally {
      setBusy(false)
    }
  }
  return { remove, busy, dialog }
}
