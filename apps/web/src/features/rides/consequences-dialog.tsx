import { confirmChangeMinutes } from '@samtur/contract/constants'
import { languages } from '@samtur/i18n/translate'
import { useLanguage, useT } from '#lib/i18n'
import { ConfirmDialog } from '#ui/dialog'
import type { Consequences } from './edit-form.ts'

interface ConsequencesDialogProps {
  consequences: Consequences
  /** Whether the rides of the series that follow change too. Their passengers are not known here. */
  following: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Names, before a change is saved, the passengers who have to confirm it, those who are notified and those whose request ends. */
export function ConsequencesDialog({ consequences, following, onConfirm, onClose }: ConsequencesDialogProps) {
  const t = useT()
  const { confirming, notified, ended } = consequences
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
        {confirming.length > 0 && (
          <li>
            {t('edit.ask_confirming', {
              names: list(confirming),
              count: confirming.length,
              minutes: confirmChangeMinutes,
            })}
          </li>
        )}
        {notified.length > 0 && <li>{t('edit.ask_notified', { names: list(notified) })}</li>}
        {ended.length > 0 && <li>{t('edit.ask_ended', { names: list(ended), count: ended.length })}</li>}
        {following && <li>{t('edit.ask_following')}</li>}
      </ul>
    </ConfirmDialog>
  )
}
