import { useState } from 'react'
import { useT } from '#lib/i18n'
import { useLatePart } from '#lib/late-part'
import { Button } from '#ui/button'
import { cornerButton, cornerText, PageCorner } from '#ui/page-corner'

const loadDialog = async () => (await import('./help-dialog.tsx')).HelpDialog

/** The button in the corner of the front page: the most frequent questions and the form. */
export function HelpButton() {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { Part: HelpDialog, ...dialog } = useLatePart(loadDialog)
  return (
    <>
      <PageCorner>
        <Button
          variant="quiet"
          icon="help"
          busy={dialog.busy}
          aria-haspopup="dialog"
          className={cornerButton}
          onClick={() => dialog.open(() => setOpen(true))}
        >
          <span className={cornerText}>{t('helpdesk.help')}</span>
        </Button>
      </PageCorner>
      {HelpDialog && <HelpDialog open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
