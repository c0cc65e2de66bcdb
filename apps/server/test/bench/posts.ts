/** Writes messages over HTTP. */
import type { Way, Writer } from './crowd.ts'
import { Requests } from './requests.ts'

const CONNECTIONS = 64

export class Posts implements Way {
  refused = 0
  readonly #took: number[] = []
  readonly #requests: Requests
  readonly #sending = new Set<Promise<void>>()

  constructor(url: string) {
    this.#requests = new Requests(url, CONNECTIONS)
  }

  send(writer: Writer, content: string): void {
    const sending = this.#post(writer, content).finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  async end(): Promise<void> {
    await Promise.all(this.#sending)
    this.#requests.close()
  }

  median(): number {
    return this.#took.toSorted((a, b) => a - b)[this.#took.length >> 1] ?? NaN
  }

  async #post({ chatId, cookie }: Writer, content: string) {
    const askedAt = performance.now()
    const { status } = await this.#requests.post({
      path: `/api/v1/chats/${chatId}/messages`,
      cookie,
      body: { content },
    })
    if (status !== 201) this.refused++
    this.#took.push(performance.now() - askedAt)
  }
}
