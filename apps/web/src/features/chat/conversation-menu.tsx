import { useState } from 'react'
import type { ChatSummary } from '@samtur/contract/chat'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { ConfirmDialog } from '#ui/dialog'
import { DisclosureMenu, type MenuItem } from '#ui/disclosure-menu'
import { Icon } from '#ui/icon'
import { useBlock, useDeleteChat, useReport } from './conversation-actions.ts'
import { ReportDialog } from './report-dialog.tsx'

/** `block-too`: offered once a report has been sent. */
type Question = 'block' | 'block-too' | 'delete' | 'report'

/** What one can do about the conversation and the person in it. */
export function ConversationMenu({ chat }: { chat: ChatSummary }) {
  const t = useT()
  const [question, ask] = useState<Question>()
  const close = () => ask(undefined)
  const next = chat.can_write ? 'block-too' : undefined
  // The next dialog opens only while the person still waits for the report.
  const report = useReport(chat, () => ask((current) => (current === 'report' ? next : current)))
  const items: MenuItem[] = [
    { key: 'block', icon: 'block', label: t('chat.block'), onSelect: () => ask('block') },
    { key: 'delete', icon: 'trash', label: t('chat.delete'), onSelect: () => ask('delete') },
    { key: 'report', icon: 'flag', label: t('chat.report'), onSelect: () => ask('report') },
  ]
  // A deleted account can be neither blocked nor reported.
  const known = chat.other.full_name !== ''
  return (
    <>
      <DisclosureMenu
        plain
        align="end"
        label={<Icon name="more" size={22} />}
        name={t('chat.menu')}
        items={known ? items : items.filter(({ key }) => key === 'delete')}
        buttonClassName="ms-auto inline-flex size-11 shrink-0 items-center justify-center rounded-field hover:bg-sunk"
      />
      {(question === 'block' || question === 'block-too') && (
        <BlockQuestion chat={chat} reported={question === 'block-too'} onClose={close} />
      )}
      {question === 'delete' && <DeleteQuestion chat={chat} onClose={close} />}
      {question === 'report' && <ReportDialog chat={chat} report={report} onClose={close} />}
    </>
  )
}

interface QuestionProps {
  chat: ChatSummary
  onClose: () => void
}

function BlockQuestion({ chat, reported, onClose }: QuestionProps & { reported: boolean }) {
  const t = useT()
  const name = usePersonName()(chat.other.full_name)
  const { start, busy } = useBlock(chat, onClose)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void start()}
      title={<Breaking>{t(reported ? 'chat.block_too_title' : 'chat.block_title', { name })}</Breaking>}
      confirmLabel={t('chat.block')}
      cancelLabel={t(reported ? 'chat.not_now' : 'core.cancel')}
      closeLabel={t('core.close')}
      variant="danger"
      busy={busy}
    >
      <p className="wrap-anywhere">{t('chat.block_text', { name })}</p>
      {chat.trip_agreed && <p className="mt-2">{t('chat.block_trip')}</p>}
      <p className="mt-2">{t('chat.block_undo')}</p>
    </ConfirmDialog>
  )
}

function DeleteQuestion({ chat, onClose }: QuestionProps) {
  const t = useT()
  const name = usePersonName()(chat.other.full_name)
  const { start, busy } = useDeleteChat(chat, onClose)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void start()}
      title={t('chat.delete_title')}
      confirmLabel={t('chat.delete')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      variant="danger"
      busy={busy}
    >
      <p className="wrap-anywhere">{t('chat.delete_text', { name })}</p>
    </ConfirmDialog>
  )
}

/** A name can be one very long word. */
function Breaking({ children }: { children: string }) {
  return <span className="wrap-anywhere">{children}</span>
}
