import { useEffect, useRef } from 'react'
import type { ChatSummary } from '@samtur/contract/chat'
import { useMarkRead } from './thread-queries.ts'

/** Marks the conversation as read up to `seq`, the other person's newest message, as soon as that has been seen. */
export function useReadMark(chat: ChatSummary, seq: number, seen: boolean) {
  const { mutate } = useMarkRead(chat.id)
  const marked = useRef<number>(undefined)
  const unread = chat.unread_count > 0
  useEffect(() => {
    if (!seen || seq === 0) return
    // A conversation without unread messages has nothing to report.
    marked.current ??= unread ? 0 : seq
    if (seq <= marked.current && !unread) return
    marked.current = seq
    mutate(seq)
  }, [seen, seq, unread, mutate])
}
