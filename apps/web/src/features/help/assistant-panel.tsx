import { supportReplyHours as hours } from '@samtur/contract/constants'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { IconButton } from '#ui/button'
import { SidePanel } from '#ui/side-panel'
import { Talk } from '../support/talk.tsx'
import { closeAssistant, resetAssistant, useAssistant, wasJustOpened } from './assistant.ts'
import { AssistantChat } from './assistant-chat.tsx'

/** The panel with the assistant's conversation, or with the person who has taken over. */
export function AssistantPanel() {
  const t = useT()
  const { me } = useSession()
  const { requestId } = useAssistant()
  const human = me && requestId
  return (
    <SidePanel
      title={human ? t('helpdesk.human_title') : t('helpdesk.assistant_title')}
      closeLabel={t('core.close')}
      onClose={closeAssistant}
      justOpened={wasJustOpened}
      actions={<IconButton icon="refresh" label={t('helpdesk.reset')} onClick={resetAssistant} />}
    >
      {human ? (
        <>
          <p className="border-b border-line bg-link-tint px-4 py-2.5 text-sm">{t('helpdesk.human_note', { hours })}</p>
          <Talk requestId={requestId} fill />
        </>
      ) : (
        <AssistantChat />
      )}
    </SidePanel>
  )
}
