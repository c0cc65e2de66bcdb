/** Fails every test with an error in the console, an exception, or a request to another host. */
import type { BrowserContext, ConsoleMessage, Page, Response, WebSocket } from '@playwright/test'

/** Requests of the page itself may be open while the session ends. */
const lateQuestion =
  /status of 401 .*\/api\/v1\/(unread|me\/notifications\/unread)\)|\/live' failed: HTTP Authentication failed/

export class Watch {
  readonly #context: BrowserContext
  readonly #origin: string
  #problems: string[] = []
  #allowed: RegExp[] = []
  #frames: string[] = []
  #responses: (() => Promise<string[]>) | undefined
  readonly #reading: Promise<unknown>[] = []

  constructor(context: BrowserContext, url: string) {
    this.#context = context
    this.#origin = new URL(url).origin
    context.on('request', (request) => this.#look(request.url()))
    context.on('console', (message) => this.#hear(message))
    context.on('weberror', (error) => this.#problems.push(`exception: ${error.error().message}`))
    context.on('page', (page) => page.on('websocket', (socket) => this.#listen(socket)))
  }

  /** Allows what the test causes on purpose: a failure by its console message, or a request to another host by its address. */
  allow(...patterns: RegExp[]) {
    this.#allowed.push(...patterns)
  }

  /** Returns what has gone wrong, and ends all permissions. */
  take(): string[] {
    const problems = this.#problems
    this.#problems = []
    this.#allowed = []
    return problems
  }

  /**
   * Reads something of each response from now on, where the reader wants it. Returns a function for what was read. `settle` waits for the rest, so this is the one way to
   * listen to responses: a read that nobody awaits would fail in the moment that the page closes.
   */
  read<Read>(reader: (response: Response) => Promise<Read> | undefined): () => Promise<Read[]> {
    const found: Promise<Read>[] = []
    this.#context.on('response', (response) => {
      const reading = reader(response)
      if (!reading) return
      found.push(reading)
      // A failure counts where the test uses what was read.
      this.#reading.push(reading.catch(() => {}))
    })
    return () => Promise.all(found)
  }

  /** Waits until everything that was begun is read. */
  async settle() {
    await Promise.all(this.#reading)
  }

  /** Keeps the server's responses from now on; `received` returns them. */
  record() {
    this.#frames = []
    this.#responses = this.read((response) => {
      if (!/\/(api|files)\/|^[^.]*$/.test(new URL(response.url()).pathname)) return
      // The body of a redirect cannot be read.
      return response.text().catch(() => '')
    })
  }

  async received(): Promise<string> {
    const responses = await this.#responses?.()
    return [...(responses ?? []), ...this.#frames].join('\n')
  }

  #listen(socket: WebSocket) {
    this.#look(socket.url().replace(/^ws/, 'http'))
    socket.on('framereceived', ({ payload }) => this.#responses && this.#frames.push(String(payload)))
  }

  #look(url: string) {
    if (/^(data|blob|about):/.test(url) || new URL(url).origin === this.#origin) return
    if (!this.#isAllowed(url)) this.#problems.push(`request to another host: ${url}`)
  }

  #hear(message: ConsoleMessage) {
    if (message.type() !== 'error') return
    const text = `${message.text()} (${message.location().url})`
    if (lateQuestion.test(text)) return
    if (!this.#isAllowed(text)) this.#problems.push(`console: ${text}`)
  }

  #isAllowed(text: string): boolean {
    return this.#allowed.some((pattern) => pattern.test(text))
  }
}

/** The console's message for a response that is not a success. */
export const refusal = (...statuses: number[]) => new RegExp(`status of (${statuses.join('|')})`)
export const noConnection = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|WebSocket/

/** Returns the visible text of the page, for what must not be there. */
export const readable = (page: Page) => page.locator('body').innerText()
