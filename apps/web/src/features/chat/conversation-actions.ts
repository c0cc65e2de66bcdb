/** The actions on a conversation and the person in it: delete, block, report. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { ChatSummary } from '@samtur/contract/chat'
import { reportBody, type ReportCategory } from '@samtur/contract/moderation'
import { api } from '#lib/api'
import { useAction } from '#lib/forms/action'
import { contractResolver } from '#lib/forms/contract'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { changeDraft, draftKeyOf, withFailed } from './drafts.ts'
import { failureWords } from './failure.tsx'
import { forgetImage, holdImage } from './image-sending.ts'
import { tidy } from './typed-text.ts'
import { holdTexts } from './delivery.ts'
import { leaveChat } from './queries.ts'

interface ConversationAction {
  start: () => Promise<void>
  busy: boolean
}

/** Runs an action and shows a toast, also when the conversation and its dialog are gone by then. */
function useConversationAction(
  run: () => Promise<void>,
  texts: { done: string; failed: string },
  onFailed: () => void,
): ConversationAction {
  const { start, busy } = useAction({
    // As a message: leaving ends what is being sent, and its confirmation replaces the failure of that.
    toastKey: 'chat-send',
    run,
    success: () => ({ title: texts.done }),
    onError: onFailed,
    failure: failureWords(texts.failed),
  })
  return { start: () => start(undefined), busy }
}

/**
 * Ends what is still being sent before the conversation goes, because an arriving message would bring it back. When the action fails, the
 * unsent texts are in the draft again.
 */
async function leaving(
  client: QueryClient,
  { id, other, driver_id, passenger_id }: ChatSummary,
  act: () => Promise<void>,
) {
  const key = draftKeyOf(other.id === driver_id ? passenger_id : driver_id, id)
  const [unsent] = await Promise.all([holdTexts(client, id), holdImage(key)])
  for (const text of unsent) changeDraft(key, (draft) => withFailed(draft, text))
  await act()
  changeDraft(key, () => ({ text: '' }))
  forgetImage(key)
  await leaveChat(client, id)
}

/** Deletes the own side. The server returns false when nothing was deleted, which counts as a failure. */
export function useDeleteChat(chat: ChatSummary, onFailed: () => void): ConversationAction {
  const t = useT()
  const client = useQueryClient()
  const remove = async () => {
    if (!(await api.chat.remove({ params: { id: chat.id }, query: {} }))) throw new Error('nothing was deleted')
  }
  const act = () => leaving(client, chat, remove)
  return useConversationAction(act, { done: t('chat.deleted'), failed: t('chat.delete_failed') }, onFailed)
}

/** Blocks the other person, which closes the conversation. */
export function useBlock(chat: ChatSummary, onFailed: () => void): ConversationAction {
  const t = useT()
  const client = useQueryClient()
  const block = async () => {
    await api.moderation.block({ params: { userId: chat.other.id } })
    // Rides and profiles look different while a block stands, and it is listed.
    for (const slice of ['rides', 'profiles', 'moderation']) void client.invalidateQueries({ queryKey: [slice] })
  }
  const act = () => leaving(client, chat, block)
  return useConversationAction(act, { done: t('chat.blocked'), failed: t('chat.block_failed') }, onFailed)
}

interface ReportValues {
  category: ReportCategory | null
  reason: string
}

export type Report = ReturnType<typeof useReport>

/**
 * The form that reports the other person together with the conversation as it is now. The text stays until it has arrived, also where the
 * dialog was closed meanwhile.
 */
export function useReport({ id, other }: ChatSummary, onReported: () => void) {
  const t = useT()
  const toBody = ({ category, reason }: ReportValues) => ({
    reported_id: other.id,
    // Left out where none is chosen: a process of the version before refuses the field.
    ...(category && { category }),
    reason: tidy(reason),
    chat_id: id,
  })
  const form = useForm<ReportValues>({
    resolver: contractResolver<ReportValues>(reportBody, toBody),
    defaultValues: { category: null, reason: '' },
  })
  const submission = useSubmission({
    form,
    toastKey: 'chat-report',
    send: (values, keyOf) => {
      const body = toBody(values)
      return api.moderation.report({ body }, { idempotencyKey: keyOf(body) })
    },
    onDone: () => {
      form.reset()
      onReported()
    },
    success: () => ({ title: t('chat.reported'), text: t('chat.reported_text') }),
    failure: failureWords(t('chat.report_failed')),
  })
  return { form, ...submission }
}
