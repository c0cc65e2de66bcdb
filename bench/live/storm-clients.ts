/** The live connections of pages that have lost their server. */
import { setTimeout as sleep } from 'node:timers/promises'
import { answerQuestions } from '../../apps/server/test/bench/program.ts'
import { LiveConnection } from '../../apps/web/src/lib/live-connection.ts'

export type StormQuestions = typeof questions

/** Browsers send the page's cookie by themselves. */
const WebSocketWithHeaders = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket

const SPREAD_MS = 2
const lost: number[] = []
const returned: number[] = []
let joined = 0

const questions = {
  /** Resolves when all connections are open. */
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
      // Opens them gradually, because only reconnecting is measured.
      await sleep(SPREAD_MS)
    }
    while (joined < cookies.length) await sleep(20)
  },
  /** Waits until all are connected again; returns for each how long after the loss, in milliseconds. */
  async comeBack({ count, withinMs }: { count: number; withinMs: number }): Promise<number[]> {
    for (const deadline = performance.now() + withinMs; performance.now() < deadline; await sleep(50))
      if (joined === count && lost.length >= count) break
    const end = Math.min(...lost)
    return returned.map((at) => at - end)
  },
}
answerQuestions(questions)
