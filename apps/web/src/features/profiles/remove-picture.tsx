import { useState } from 'react'
import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { useToast } from '#ui/toast'
import { removePicture } from './queries.ts'

/** Takes the own picture away, after a question. */
export function RemovePicture() {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { remove, removing } = useRemoval(() => setAsking(false))
  return (
    <>
      <Button variant="ghost" size="sm" icon="trash" onClick={() => setAsking(true)}>
        {t('profiles.picture_remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
        title={t('profiles.picture_remove_title')}
        confirmLabel={t('profiles.picture_remove')}
        cancelLabel={t('core.cancel')}
        closeLabel={t('core.close')}
        variant="danger"
        busy={removing}
      >
        {t('profiles.picture_remove_text')}
      </ConfirmDialog>
    </>
  )
}

function useRemoval(onRemoved: () => void) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const [removing, setRemoving] = useState(false)
  const remove = async () => {
    setRemoving(true)
    try {
      await removePicture()
      onRemoved()
      toast({ tone: 'success', title: t('profiles.success'), text: t('profiles.picture_removed'), key: 'picture' })
    } catch (error) {
      const text = t('profiles.picture_remove_failed', { reason: errorText(error) })
      toast({ tone: 'error', title: t('core.error_title'), text, key: 'picture' })
    } finally {
      setRemoving(false)
    }
  }
  return { remove, removing }
}
