import { useEffect, useEffectEvent } from 'react'
import { useT } from '#lib/i18n'
import { useLatePart } from '#lib/late-part'
import { Button } from '#ui/button'
import { cornerButton, cornerText, PageCorner } from '#ui/page-corner'
import { closeAssistant, openAssistant, useAssistant } from './assistant.ts'

const loadPanel = async () => (await import('./assistant-panel.tsx')).AssistantPanel

/** The button of the assistant in the corner of the page. */
export function HelpCorner() {
  const t = useT()
  const { open } = useAssistant()
  const { Part: AssistantPanel, ...panel } = useLatePart(loadPanel)
  // Other buttons open the assistant too, and it stays open over a change of page.
  const load = useEffectEvent(() => panel.open(() => {}, closeAssistant))
  useEffect(() => {
    if (open) load()
  }, [open])
  return (
    <>
      <PageCorner>
        <Button
          icon="chat"
          busy={panel.busy}
          aria-expanded={open}
          aria-haspopup="dialog"
          className={cornerButton}
          onClick={open ? closeAssistant : openAssistant}
        >
          <span className={cornerText}>{t('helpdesk.chat_button')}</span>
        </Button>
      </PageCorner>
      {open && AssistantPanel && <AssistantPanel />}
    </>
  )
}
