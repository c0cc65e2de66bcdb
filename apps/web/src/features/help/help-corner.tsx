import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { useClearToast, useToast } from '#ui/toast'
import { closeAssistant, openAssistant, useAssistant } from './assistant.ts'

const loadPanel = async () => (await import('./assistant-panel.tsx')).AssistantPanel
const loadDialog = async () => (await import('./help-dialog.tsx')).HelpDialog

// On a phone only the icon, because a label would cover the content.
const floating = 'rounded-full! shadow-float max-sm:size-12 max-sm:p-0!'

interface HelpCornerProps {
  /** Shows the help button with the most frequent questions and the form instead. */
  dialog?: boolean
}

/** The button in the corner at the end of the page: the assistant, or on the front page the help button. */
export function HelpCorner({ dialog = false }: HelpCornerProps) {
  const t = useT()
  const { open } = useAssistant()
  const [helping, setHelping] = useState(false)
  const panel = usePart(open, loadPanel, closeAssistant)
  const help = usePart(helping, loadDialog, () => setHelping(false))
  return (
    <>
      <div data-corner className="fixed end-4 bottom-4 z-20 flex gap-2.5 sm:end-6 sm:bottom-6 print:hidden">
        {dialog ? (
          <Button
            variant="quiet"
            icon="help"
            busy={help.busy}
            aria-haspopup="dialog"
            className={floating}
            onClick={() => setHelping(true)}
          >
            <span className="max-sm:sr-only">{t('helpdesk.help')}</span>
          </Button>
        ) : (
          <Button
            icon="chat"
            busy={panel.busy}
            aria-expanded={open}
            aria-haspopup="dialog"
            className={floating}
            onClick={open ? closeAssistant : openAssistant}
          >
            <span className="max-sm:sr-only">{t('helpdesk.chat_button')}</span>
          </Button>
        )}
      </div>
      {open && panel.Part && <panel.Part />}
      {help.Part && <help.Part open={helping} onClose={() => setHelping(false)} />}
    </>
  )
}

/** Loads a part on first use. */
function usePart<Props>(wanted: boolean, load: () => Promise<ComponentType<Props>>, onFailed: () => void) {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const [loaded, setLoaded] = useState<{ Part: ComponentType<Props> }>()
  const fail = useEffectEvent(() => {
    toast({ tone: 'error', title: t('core.error_title'), text: t('helpdesk.load_failed'), key: 'help' })
    onFailed()
  })
  useEffect(() => {
    if (!wanted || loaded) return
    load().then(
      (Part) => {
        clearToast('help')
        setLoaded({ Part })
      },
      () => fail(),
    )
  }, [wanted, loaded, load, clearToast])
  return { Part: loaded?.Part, busy: wanted && !loaded }
}
