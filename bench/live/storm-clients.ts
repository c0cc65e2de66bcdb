/** Pages that have lost their server, as far as their live connections go. */
import { setTimeout as sleep } from 'node:timers/promises'
import { answerQuestions } from '../../apps/server/test/bench/program.ts'
import { LiveConnection } from '../../apps/web/src/lib/live-connection.ts'

export type StormQuestions = typeof questions

/** Browsers give the page's cookie along by themselves. */
const WebSocketWithHeaders = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket

const SPREAD_MS = 2
const lost: number[] = []
const returned: number[] = []
let joined = 0

const questions = {
  /** Answers once everybody is there. */
  async open({ url, cookies }: { url: string; cookies: string[] }): Promise<void> {
    for (const cookie of cookies) {
      const headers = { cookie, origin: url }
      const live = new LiveConnection({
        open: () => new WebSocketWithHeaders(`${url.replace('http', 'ws')}/live`, { headers }),
        allowed: () => true,
        onSignedOut: () => {},
      })
      let here = false
      live.watch(() => {
        if ((live.state() === 'joined') === here) return
        here = !here
        joined += here ? 1 : -1
        if (!here) lost.push(performance.now())
        else if (lost.length > 0) returned.push(performance.now())
      })
      live.subscribe('inbox', () => {})
      // Not everybody at once: that is what is measured later.
      await sleep(SPREAD_MS)
    }
    while (joined < cookies.length) await sleep(20)
  },
  /** When everybody is back: how long after the loss each of them was, in milliseconds. */
  async comeBack({ count, withinMs }: { count: number; withinMs: number }): Promise<number[]> {
    for (const deadline = performance.now() + withinMs; performance.now() < deadline; await sleep(50))
      if (joined === count && lost.length >= count) break
    const end = Math.min(...lost)
    return returned.map((at) => at - end)
  },
}
answerQuestions(questions)
