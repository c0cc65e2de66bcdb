/** What one can do about a conversation and the person in it, and what is said of how it went. */
import { useRef, useState } from 'react'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ChatSummary } from '@samtur/contract/chat'
import { api } from '#lib/api'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { changeDraft, draftKeyOf, withFailed } from './drafts.ts'
import { useFailureToast } from './failure.tsx'
import { forgetImage, holdImage } from './image-sending.ts'
import { tidy } from './model.ts'
import { holdTexts, leaveChat } from './queries.ts'

interface Deed {
  run: () => Promise<void>
  busy: boolean
}

/** Once it is done the conversation has gone, and the dialog that asked for it: what is left to say is said all the same. */
function useDeed(act: () => Promise<void>, texts: { done: string; failed: string }, onFailed: () => void): Deed {
  const toast = useToast()
  const fail = useFailureToast()
  const { mutateAsync, isPending } = useMutation({ mutationFn: act })
  const run = async () => {
    try {
      await mutateAsync()
      toast({ tone: 'success', title: texts.done, key: 'chat' })
    } catch (error) {
      onFailed()
      fail(texts.failed, error)
    }
  }
  return { run, busy: isPending }
}

/**
 * What is still being sent would bring the conversation back, or be told to have failed: it ends first, and is forgotten with the rest. Where
 * nothing comes of the leaving it is all there for another try.
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

/** Deletes the own side; an answer of false is a failure. */
export function useDeleteChat(chat: ChatSummary, onFailed: () => void): Deed {
  const t = useT()
  const client = useQueryClient()
  const remove = async () => {
    if (!(await api.chat.remove({ params: { id: chat.id }, query: {} }))) throw new Error('nothing was deleted')
  }
  const act = () => leaving(client, chat, remove)
  return useDeed(act, { done: t('chat.deleted'), failed: t('chat.delete_failed') }, onFailed)
}

/** Blocks the other person, which closes the conversation. */
export function useBlock(chat: ChatSummary, onFailed: () => void): Deed {
  const t = useT()
  const client = useQueryClient()
  const block = async () => {
    await api.moderation.block({ params: { userId: chat.other.id } })
    // Rides and profiles look different while a block stands, and it is listed.
    for (const slice of ['rides', 'profiles', 'moderation']) void client.invalidateQueries({ queryKey: [slice] })
  }
  const act = () => leaving(client, chat, block)
  return useDeed(act, { done: t('chat.blocked'), failed: t('chat.block_failed') }, onFailed)
}

export interface Report {
  text: string
  write: (text: string) => void
  send: () => void
  busy: boolean
}

/**
 * Reports the other person together with the conversation as it is now. The same text again is the same report; it stays until it has
 * arrived, also where the dialog has been closed meanwhile.
 */
export function useReport({ id, other }: ChatSummary, onReported: () => void): Report {
  const t = useT()
  const toast = useToast()
  const fail = useFailureToast()
  const [text, write] = useState('')
  const [busy, setBusy] = useState(false)
  const attempt = useRef({ reason: '', key: '' })
  const send = async () => {
    const reason = tidy(text)
    if (attempt.current.reason !== reason) attempt.current = { reason, key: crypto.randomUUID() }
    setBusy(true)
    try {
      const body = { reported_id: other.id, reason, chat_id: id }
      await api.moderation.report({ body }, { idempotencyKey: attempt.current.key })
      toast({ tone: 'success', title: t('chat.reported'), text: t('chat.reported_text'), key: 'chat' })
      write('')
      onReported()
    } catch (error) {
      fail(t('chat.report_failed'), error)
    } finally {
      setBusy(false)
    }
  }
  return { text, write, send: () => void send(), busy }
}
