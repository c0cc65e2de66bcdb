/** What one can do about a conversation and the person in it, and what is said of how it went. */
import { useRef, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChatSummary } from '@samtur/contract/chat'
import { api } from '#lib/api'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { useFailureToast } from './failure.tsx'
import { tidy } from './model.ts'
import { leaveChat } from './queries.ts'

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

/** Deletes the own side; an answer of false is a failure. */
export function useDeleteChat({ id }: ChatSummary, onFailed: () => void): Deed {
  const t = useT()
  const client = useQueryClient()
  const act = async () => {
    if (!(await api.chat.remove({ params: { id }, query: {} }))) throw new Error('nothing was deleted')
    await leaveChat(client, id)
  }
  return useDeed(act, { done: t('chat.deleted'), failed: t('chat.delete_failed') }, onFailed)
}

/** Blocks the other person, which closes the conversation. */
export function useBlock({ id, other }: ChatSummary, onFailed: () => void): Deed {
  const t = useT()
  const client = useQueryClient()
  const act = async () => {
    await api.moderation.block({ params: { userId: other.id } })
    // Rides and profiles look different while a block stands, and it is listed.
    for (const slice of ['rides', 'profiles', 'moderation']) void client.invalidateQueries({ queryKey: [slice] })
    await leaveChat(client, id)
  }
  return useDeed(act, { done: t('chat.blocked'), failed: t('chat.block_failed') }, onFailed)
}

/** Reports the other person together with the conversation as it is now. The same text again is the same report. */
export function useReport({ id, other }: ChatSummary, onReported: () => void) {
  const t = useT()
  const toast = useToast()
  const fail = useFailureToast()
  const [busy, setBusy] = useState(false)
  const attempt = useRef({ reason: '', key: '' })
  const send = async (text: string) => {
    const reason = tidy(text)
    if (attempt.current.reason !== reason) attempt.current = { reason, key: crypto.randomUUID() }
    setBusy(true)
    try {
      const body = { reported_id: other.id, reason, chat_id: id }
      await api.moderation.report({ body }, { idempotencyKey: attempt.current.key })
      toast({ tone: 'success', title: t('chat.reported'), text: t('chat.reported_text'), key: 'chat' })
      onReported()
    } catch (error) {
      fail(t('chat.report_failed'), error)
    } finally {
      setBusy(false)
    }
  }
  return { send: (text: string) => void send(text), busy }
}
