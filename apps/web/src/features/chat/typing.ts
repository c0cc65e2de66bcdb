/** Reports over the live connection that a person is typing. Nothing stores it. */
import { useEffect, useRef, useState } from 'react'
import { live as times } from '@samtur/contract/constants'
import { live, useLive } from '#lib/live'
import { liveChannel } from './thread-queries.ts'

interface TypingReport {
  /** Called with every change of the text. */
  report: () => void
  /** Called when the message is sent: typing the next one is reported at once. */
  sent: () => void
}

export function useReportTyping(chatId: string): TypingReport {
  const reportedAt = useRef(-Infinity)
  const report = () => {
    const now = performance.now()
    if (now - reportedAt.current < times.typingEvery) return
    if (live.sendTyping(liveChannel(chatId))) reportedAt.current = now
  }
  return { report, sent: () => void (reportedAt.current = -Infinity) }
}

/** Returns whether the other person is typing: until a while after the last report, or until the next message. */
export function useTyping(chatId: string, other: string, newestForeign: number): boolean {
  const [typingAfter, setTypingAfter] = useState<number>()
  const stop = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLive(liveChannel(chatId), (event) => {
    if (event.event !== 'typing' || event.user_id !== other) return
    clearTimeout(stop.current)
    stop.current = setTimeout(() => setTypingAfter(undefined), times.typingEvery * 2)
    setTypingAfter(newestForeign)
  })
  useEffect(() => () => clearTimeout(stop.current), [])
  return typingAfter === newestForeign
}
