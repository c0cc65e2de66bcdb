/** That somebody is writing: said and heard over the live connection, and kept nowhere. */
import { useEffect, useRef, useState } from 'react'
import { live as times } from '@samtur/contract/constants'
import { live, useLive } from '#lib/live'
import { liveChannel } from './queries.ts'

interface SayTyping {
  /** To be called with every change of what is being written. */
  say: () => void
  /** The next message is another one: its writing is told anew. */
  sent: () => void
}

export function useSayTyping(chatId: string): SayTyping {
  const said = useRef(-Infinity)
  const say = () => {
    const now = performance.now()
    if (now - said.current < times.typingEvery) return
    if (live.sayTyping(liveChannel(chatId))) said.current = now
  }
  return { say, sent: () => void (said.current = -Infinity) }
}

/** Whether the other person is writing: until they have said so no more for a while, or their next message is there. */
export function useTyping(chatId: string, other: string, newestForeign: number): boolean {
  const [heardAfter, setHeardAfter] = useState<number>()
  const stop = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLive(liveChannel(chatId), (event) => {
    if (event.event !== 'typing' || event.user_id !== other) return
    clearTimeout(stop.current)
    stop.current = setTimeout(() => setHeardAfter(undefined), times.typingEvery * 2)
    setHeardAfter(newestForeign)
  })
  useEffect(() => () => clearTimeout(stop.current), [])
  return heardAfter === newestForeign
}
