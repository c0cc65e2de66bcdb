import { confirmChangeMinutes } from '@samtur/contract/constants'
import { languages } from '@samtur/i18n/translate'
import { useLanguage, useT } from '#lib/i18n'
import { ConfirmDialog } from '#ui/dialog'
import type { Consequences } from './edit-form.ts'

interface ConsequencesDialogProps {
  consequences: Consequences
  /** The rides of the series that follow are changed too; whose they are is not known here. */
  following: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Before a change is saved: who is asked again, who is told, whose request ends. */
export function ConsequencesDialog({ consequences, following, onConfirm, onClose }: ConsequencesDialogProps) {
  const t = useT()
  const { asked, told, ended } = consequences
  const { tag } = languages[useLanguage().language]
  const list = (names: string[]) => new Intl.ListFormat(tag).format(names)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={onConfirm}
      title={t('edit.ask_title')}
      confirmLabel={t('edit.save')}
      cancelLabel={t('core.back')}
      closeLabel={t('core.close')}
    >
      <ul className="flex list-disc flex-col gap-2 ps-5 wrap-anywhere">
        {asked.length > 0 && (
          <li>{t('edit.ask_asked', { names: list(asked), count: asked.length, minutes: confirmChangeMinutes })}</li>
        )}
        {told.length > 0 && <li>{t('edit.ask_told', { names: list(told) })}</li>}
        {ended.length > 0 && <li>{t('edit.ask_ended', { names: list(ended), count: ended.length })}</li>}
        {following && <li>{t('edit.ask_following')}</li>}
      </ul>
    </ConfirmDialog>
  )
}
