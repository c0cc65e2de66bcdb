import { useState } from 'react'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { removePicture } from './queries.ts'

/** Takes the own picture away, after a question. */
export function RemovePicture() {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { start, busy } = useAction({
    toastKey: 'picture',
    run: () => removePicture(),
    onDone: () => setAsking(false),
    success: () => ({ title: t('profiles.success'), text: t('profiles.picture_removed') }),
    failure: (_, reason) => ({ text: t('profiles.picture_remove_failed', { reason }) }),
  })
  return (
    <>
      <Button variant="ghost" size="sm" icon="trash" onClick={() => setAsking(true)}>
        {t('profiles.picture_remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void start(undefined)}
        title={t('profiles.picture_remove_title')}
        confirmLabel={t('profiles.picture_remove')}
        cancelLabel={t('core.cancel')}
        closeLabel={t('core.close')}
        variant="danger"
        busy={busy}
      >
        {t('profiles.picture_remove_text')}
      </ConfirmDialog>
    </>
  )
}
