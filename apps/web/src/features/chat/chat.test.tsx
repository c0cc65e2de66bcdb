import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChatSummary, Message } from '@samtur/contract/chat'
import type { LiveEvent } from '@samtur/contract/live'
import { ApiError } from '#lib/api'
import { needCatalogues, setLanguage } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { ToastProvider } from '#ui/toast'
import { ChatPage } from './chat-page.tsx'
import { changeDraft } from './drafts.tsx'
import { UnreadDot } from './public.tsx'

// ---- The live connection, told what to say ----------------------------------------------------------------------------

const line = vi.hoisted(() => ({
  state: 'joined',
  sayTyping: vi.fn(() => true),
  /** Nothing is said over it, unless a test lets it. */
  say: vi.fn<(channel: string, said: { client_id: string; content: string }) => Promise<Message | undefined>>(),
  watchers: new Set<() => void>(),
  listeners: new Map<string, Set<(event: LiveEvent) => void>>(),
}))
vi.mock('#lib/live', async () => {
  const { useEffect, useEffectEvent, useSyncExternalStore } = await import('react')
  const watch = (watcher: () => void) => {
    line.watchers.add(watcher)
    return () => void line.watchers.delete(watcher)
  }
  const useLiveState = () => useSyncExternalStore(watch, () => line.state)
  return {
    live: { sayTyping: line.sayTyping, say: line.say },
    useLiveState,
    useLive: (channel: string, listener: (event: LiveEvent) => void) => {
      const hear = useEffectEvent(listener)
      useEffect(() => {
        const own = (event: LiveEvent) => hear(event)
        const all = line.listeners.get(channel) ?? new Set()
        line.listeners.set(channel, all.add(own))
        return () => void all.delete(own)
      }, [channel])
    },
    useCatchUp: (_channel: string, catchUp: () => void, ready = true) => {
      const run = useEffectEvent(catchUp)
      const joined = useLiveState() === 'joined'
      useEffect(() => {
        if (joined && ready) run()
      }, [joined, ready])
    },
  }
})
const become = (state: string) =>
  act(() => {
    line.state = state
    for (const watcher of line.watchers) watcher()
  })
const tell = (channel: string, event: LiveEvent) =>
  act(() => {
    for (const listener of line.listeners.get(channel) ?? []) listener(event)
  })

// ---- The server -------------------------------------------------------------------------------------------------------

const [me, ingrid, chatId] = ['u-me', '018f0000-0000-7000-8000-00000000000b', '018f0000-0000-7000-8000-0000000000c1']
const session = vi.hoisted(() => ({ status: 'signed-in' }))
vi.mock('#lib/session', () => ({
  onSessionEvent: () => () => {},
  getSession: () => ({ me: { id: 'u-me' } }),
  useSession: () =>
    session.status === 'signed-in' ? { status: 'signed-in', me: { id: 'u-me' } } : { ...session, me: null },
}))

const server = vi.hoisted(() => ({ chat: {} as Record<string, ReturnType<typeof vi.fn>>, rides: { get: vi.fn() } }))
vi.mock('#lib/api', async (original) => ({ ...(await original<object>()), api: server }))

let stored: Message[]
let list: ChatSummary[]
let focused = true
/** Up to here the own side has been deleted. */
let cleared = 0

const message = (seq: number, change: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  chat_id: chatId,
  seq,
  sender_id: ingrid,
  content: `Melding ${seq}`,
  image_url: null,
  image_size: null,
  message_type: 'text',
  created_at: new Date(Date.now() - (100 - seq) * 60_000).toISOString(),
  client_id: null,
  ...change,
})
const summary = (change: Partial<ChatSummary> = {}): ChatSummary => ({
  id: chatId,
  driver_id: ingrid,
  passenger_id: me,
  ride_id: null,
  other: { id: ingrid, full_name: 'Ingrid Solberg', profile_picture: null },
  last_message: stored.at(-1) ?? null,
  unread_count: 0,
  can_write: true,
  seen_seq: null,
  trip_agreed: false,
  cleared_seq: 0,
  updated_at: new Date().toISOString(),
  ...change,
})
const pageOf = ({ after, before }: { after?: string; before?: string } = {}) => {
  const end = before ? Number(before) : Infinity
  const range = stored.filter(({ seq }) => seq > Math.max(cleared, Number(after ?? 0)) && seq < end)
  const items = after ? range.slice(0, 100) : range.slice(-100)
  return { items, has_older: (items[0]?.seq ?? 1) > cleared + 1, cleared_seq: cleared }
}
interface Send {
  body: { content: string; client_id: string }
}
const store = ({ body: { content, client_id } }: Send) => {
  const known = stored.find((one) => one.client_id === client_id)
  if (known) return known
  const fresh = message(stored.length + 1, { sender_id: me, content, client_id, created_at: new Date().toISOString() })
  stored.push(fresh)
  return fresh
}

beforeAll(async () => {
  configure({ asyncUtilTimeout: 5_000 })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused)
  await needCatalogues(['core', 'errors', 'nav', 'chat'])
  await setLanguage('no')
})

beforeEach(() => {
  queryClient.clear()
  changeDraft(`${me} ${chatId}`, () => ({ text: '' }))
  line.state = 'joined'
  line.say.mockReset().mockResolvedValue(undefined)
  line.listeners.clear()
  session.status = 'signed-in'
  cleared = 0
  stored = [message(1), message(2, { sender_id: me, content: 'Hei, er det plass?' }), message(3)]
  list = [summary()]
  server.chat = {
    list: vi.fn(async () => ({ items: list })),
    messages: vi.fn(async ({ query }: { query?: { after?: string; before?: string } }) => pageOf(query)),
    send: vi.fn(async (input: Send) => store(input)),
    read: vi.fn(async () => ({ chats: [], total: 0 })),
    unread: vi.fn(async () => ({ chats: [], total: 0 })),
    open: vi.fn(async () => list[0]),
  }
})

// ---- The page ---------------------------------------------------------------------------------------------------------

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

async function open(address = `/chat?chat=${chatId}`) {
  history.replaceState(null, '', address)
  const page = (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <ToastProvider texts={{ region: 'Beskjeder', dismiss: 'Lukk' }}>
          <Suspense>
            <UnreadDot />
          </Suspense>
          <ChatPage useTitle={useTitle} />
          <Address />
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>
  )
  // The texts of the dot are loaded first.
  await act(async () => void render(page))
}
const input = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Skriv til Ingrid Solberg' })
const log = () => screen.getByRole('log', { name: 'Samtale med Ingrid Solberg' })
const bubbles = () =>
  within(log())
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => /^(Du|Ingrid)/.test(text))
const count = (text: string) => bubbles().filter((bubble) => bubble.includes(text)).length
const title = vi.fn()
const useTitle = (text: string) => void title(text)
const address = () => screen.getByTestId('address').textContent

async function write(text: string, press: object = { key: 'Enter' }) {
  const field = await input()
  fireEvent.change(field, { target: { value: text } })
  fireEvent.keyDown(field, press)
  return field
}

function held() {
  const answers: { answer: (value: unknown) => void; fail: (error: unknown) => void; input: Send }[] = []
  const wait = (sent: Send) => new Promise((answer, fail) => answers.push({ answer, fail, input: sent }))
  server.chat['send'] = vi.fn(wait)
  return answers
}
const offline = new ApiError(0, 'offline')

describe('sending', () => {
  test('the message is there at once, and stays once when answer and live event both bring it', async () => {
    const answers = held()
    await open()
    const field = await write('Jeg tar med ski')
    expect(field.value).toBe('')
    await waitFor(() => expect(bubbles().at(-1)).toContain('Sender …'))
    expect(count('Jeg tar med ski')).toBe(1)
    await waitFor(() => expect(answers).toHaveLength(1))
    const real = store(answers[0]!.input)
    tell(`chat:${chatId}`, { event: 'message', message: real })
    await waitFor(() => expect(bubbles().at(-1)).not.toContain('Sender …'))
    expect(count('Jeg tar med ski')).toBe(1)
    await act(async () => answers[0]!.answer(real))
    expect(count('Jeg tar med ski')).toBe(1)
    expect(document.activeElement).toBe(field)
  })

  test('pressing Enter twice sends once', async () => {
    await open()
    const field = await write('Hei')
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(server.chat['send']).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(count('Hei')).toBe(2))
  })

  test('Shift+Enter and Enter while composing a character do not send', async () => {
    await open()
    await write('Hei', { key: 'Enter', shiftKey: true })
    await write('へい', { key: 'Enter', isComposing: true })
    expect(server.chat['send']).not.toHaveBeenCalled()
    expect((await input()).value).toBe('へい')
  })

  test('what shows nothing cannot be sent, nor what is too long', async () => {
    await open()
    const button = await screen.findByRole('button', { name: 'Send' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await write(' \n\u200b ')
    await write('a'.repeat(2001))
    expect(screen.getByText('1 tegn for mye')).toBeTruthy()
    fireEvent.click(button)
    expect(server.chat['send']).not.toHaveBeenCalled()
    await write('a'.repeat(2000))
    await waitFor(() => expect(server.chat['send']).toHaveBeenCalledTimes(1))
  })

  test('over the live connection nothing is asked over HTTP', async () => {
    line.say.mockImplementation(async (_, { client_id, content }) => store({ body: { client_id, content } }))
    await open()
    await write('Jeg tar med ski')
    await waitFor(() => expect(count('Jeg tar med ski')).toBe(1))
    await waitFor(() => expect(bubbles().at(-1)).not.toContain('Sender …'))
    expect(line.say).toHaveBeenCalledExactlyOnceWith(`chat:${chatId}`, {
      client_id: stored.at(-1)?.client_id,
      content: 'Jeg tar med ski',
    })
    expect(server.chat['send']).not.toHaveBeenCalled()
  })

  test('what the live connection does not answer is sent over HTTP under the same id, and shown once', async () => {
    const answers: ((message?: Message) => void)[] = []
    line.say.mockImplementation(() => new Promise((answer) => answers.push(answer)))
    await open()
    await write('Jeg tar med ski')
    await waitFor(() => expect(answers).toHaveLength(1))
    const [[, said] = []] = line.say.mock.calls
    // It was stored, and only the answer was lost.
    store({ body: said! })
    await act(async () => answers[0]?.())
    await waitFor(() => expect(server.chat['send']).toHaveBeenCalledTimes(1))
    expect(server.chat['send']).toHaveBeenCalledWith({ params: { id: chatId }, body: said })
    await waitFor(() => expect(bubbles().at(-1)).not.toContain('Sender …'))
    expect(count('Jeg tar med ski')).toBe(1)
  })

  test('several leave one after the other, in the order they were written', async () => {
    const answers = held()
    await open()
    await write('En')
    await write('To')
    await waitFor(() => expect(answers).toHaveLength(1))
    expect(
      bubbles()
        .slice(-2)
        .map((text) => text.slice(0, 6)),
    ).toEqual(['Du: En', 'Du: To'])
    await act(async () => answers[0]!.answer(store(answers[0]!.input)))
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(answers[1]?.input.body.content).toBe('To')
  })

  test('a failure takes it away, says so and puts the text back; the retry keeps its id', async () => {
    const answers = held()
    await open()
    const field = await write('Møtes vi på Oslo S?')
    await waitFor(() => expect(answers).toHaveLength(1))
    await act(async () => answers[0]!.fail(new ApiError(500, 'internal')))
    await waitFor(() => expect(field.value).toBe('Møtes vi på Oslo S?'))
    expect(count('Møtes vi på Oslo S?')).toBe(0)
    expect(within(screen.getByRole('alert')).getByText('Kunne ikke sende melding')).toBeTruthy()
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(answers[1]?.input.body.client_id).toBe(answers[0]?.input.body.client_id)
  })

  test('changed after a failure it is another message', async () => {
    const answers = held()
    await open()
    await write('Kl. 7?')
    await waitFor(() => expect(answers).toHaveLength(1))
    await act(async () => answers[0]!.fail(offline))
    await write('Kl. 8?')
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(answers[1]?.input.body.client_id).not.toBe(answers[0]?.input.body.client_id)
  })

  test('what has been written meanwhile is kept after what failed', async () => {
    const answers = held()
    await open()
    const field = await write('Første')
    fireEvent.change(field, { target: { value: 'Andre' } })
    await waitFor(() => expect(answers).toHaveLength(1))
    await act(async () => answers[0]!.fail(offline))
    await waitFor(() => expect(field.value).toBe('Første\nAndre'))
  })

  test('when only the answer is lost, the message that arrives empties the input again', async () => {
    const answers = held()
    await open()
    const field = await write('Avtalt')
    await waitFor(() => expect(answers).toHaveLength(1))
    const real = store(answers[0]!.input)
    await act(async () => answers[0]!.fail(offline))
    await waitFor(() => expect(field.value).toBe('Avtalt'))
    tell(`chat:${chatId}`, { event: 'message', message: real })
    await waitFor(() => expect(field.value).toBe(''))
    expect(count('Avtalt')).toBe(1)
  })

  test('two that fail are put back in their order, and leave again under their ids', async () => {
    const answers = held()
    await open()
    const field = await write('En')
    await write('To')
    for (const index of [0, 1]) {
      await waitFor(() => expect(answers).toHaveLength(index + 1))
      await act(async () => answers[index]!.fail(offline))
    }
    await waitFor(() => expect(field.value).toBe('En\nTo'))
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(answers).toHaveLength(3))
    await act(async () => answers[2]!.answer(store(answers[2]!.input)))
    await waitFor(() => expect(answers).toHaveLength(4))
    const bodies = answers.map(({ input }) => input.body)
    expect(bodies.slice(2)).toEqual(bodies.slice(0, 2))
  })

  test('one of which only the answer is lost leaves the field, not what has been written meanwhile', async () => {
    const answers = held()
    await open()
    const field = await write('Første')
    fireEvent.change(field, { target: { value: 'Andre' } })
    await waitFor(() => expect(answers).toHaveLength(1))
    const real = store(answers[0]!.input)
    await act(async () => answers[0]!.fail(offline))
    await waitFor(() => expect(field.value).toBe('Første\nAndre'))
    tell(`chat:${chatId}`, { event: 'message', message: real })
    await waitFor(() => expect(field.value).toBe('Andre'))
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(answers[1]?.input.body.content).toBe('Andre')
  })

  test('sent again before it is known to have arrived, it is the same message still', async () => {
    const answers = held()
    await open()
    const field = await write('Første')
    fireEvent.change(field, { target: { value: 'Andre' } })
    await waitFor(() => expect(answers).toHaveLength(1))
    store(answers[0]!.input)
    await act(async () => answers[0]!.fail(offline))
    await waitFor(() => expect(field.value).toBe('Første\nAndre'))
    server.chat['send'] = vi.fn(async (input: Send) => store(input))
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(count('Andre')).toBe(1))
    expect(count('Første')).toBe(1)
    expect(stored.slice(3).map(({ content }) => content)).toEqual(['Første', 'Andre'])
  })

  test('a draft waits for one’s return', async () => {
    await open()
    const field = await input()
    fireEvent.change(field, { target: { value: 'Jeg kommer' } })
    fireEvent.click(screen.getByRole('link', { name: 'Til samtalene' }))
    expect(await screen.findByText('Velg en samtale')).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: /Ingrid Solberg/ }))
    expect((await input()).value).toBe('Jeg kommer')
  })

  test('where one may not write there is no input, and no word about why', async () => {
    list = [summary({ can_write: false })]
    await open()
    expect(await screen.findByText('Du kan ikke skrive i denne samtalen.')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('a refusal asks the list whether one may still write', async () => {
    await open()
    await input()
    list = [summary({ can_write: false })]
    server.chat['send']?.mockRejectedValue(new ApiError(403, 'message_refused'))
    await write('Hei')
    expect(await screen.findByText('Du kan ikke skrive i denne samtalen.')).toBeTruthy()
  })
})

describe('receiving', () => {
  test('a live message appears, is announced once with its sender, and is marked as read', async () => {
    await open()
    await input()
    stored.push(message(4, { content: 'Plass til ski også' }))
    tell(`chat:${chatId}`, { event: 'message', message: stored[3]! })
    await waitFor(() => expect(count('Plass til ski også')).toBe(1))
    expect(screen.getAllByText('Ny melding fra Ingrid Solberg: Plass til ski også')).toHaveLength(1)
    await waitFor(() =>
      expect(server.chat['read']).toHaveBeenLastCalledWith({ params: { id: chatId }, body: { seq: 4 } }),
    )
    expect(log().getAttribute('aria-live')).toBe('off')
  })

  test('what was there before is neither announced nor marked again', async () => {
    await open()
    await input()
    expect(screen.queryByText(/Ny melding fra/)).toBeNull()
    expect(server.chat['read']).not.toHaveBeenCalled()
  })

  test('unread messages are marked when seen, not while another window is used', async () => {
    focused = false
    list = [summary({ unread_count: 1 })]
    await open()
    await input()
    expect(server.chat['read']).not.toHaveBeenCalled()
    focused = true
    act(() => void fireEvent.focus(window))
    await waitFor(() => expect(server.chat['read']).toHaveBeenCalledTimes(1))
  })

  test('what the administrator has hidden is a placeholder, also where it was shown already; then it is back', async () => {
    await open()
    await input()
    expect(count('Melding 1')).toBe(1)
    const before = [...stored]
    stored = stored.map((one) => (one.seq === 2 ? one : { ...one, content: null, hidden: true }))
    list = [summary()]
    tell('inbox', { event: 'changed', what: 'chats' })
    await waitFor(() => expect(count('Denne meldingen er skjult av administrator')).toBe(2))
    expect(document.body.textContent).not.toMatch(/Melding [13]/)
    expect(count('Hei, er det plass?')).toBe(1)
    stored = before
    list = [summary()]
    tell('inbox', { event: 'changed', what: 'chats' })
    await waitFor(() => expect([count('Melding 1'), count('skjult av administrator')]).toEqual([1, 0]))
  })

  test('a gap before a live message is filled at once', async () => {
    await open()
    await input()
    stored.push(message(4), message(5))
    tell(`chat:${chatId}`, { event: 'message', message: stored[4]! })
    await waitFor(() => expect(bubbles()).toHaveLength(5))
  })

  test('after a lost connection one catches up from the last message on', async () => {
    await open()
    await input()
    become('errored')
    expect(screen.getAllByText('Frakoblet – prøver igjen').length).toBeGreaterThan(0)
    stored.push(message(4), message(5))
    become('joining')
    expect(screen.getAllByText('Frakoblet – prøver igjen').length).toBeGreaterThan(0)
    become('joined')
    await waitFor(() => expect(bubbles()).toHaveLength(5))
    expect(server.chat['messages']).toHaveBeenLastCalledWith(
      { params: { id: chatId }, query: { after: '3' } },
      expect.anything(),
    )
    expect(screen.queryByText('Frakoblet – prøver igjen')).toBeNull()
  })

  test('when catching up fails it is tried again, although the connection is there', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
    })
    await open()
    await input()
    become('errored')
    stored.push(message(4))
    server.chat['messages']?.mockRejectedValueOnce(new ApiError(0, 'offline'))
    become('joined')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(bubbles()).toHaveLength(3)
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    await waitFor(() => expect(bubbles()).toHaveLength(4))
    vi.useRealTimers()
  })

  test('without a connection it asks every three seconds, with one it does not', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
    })
    await open()
    await input()
    const { messages, list: lists, unread } = server.chat
    const calls = () => [messages, lists, unread].map((call) => call?.mock.calls.length ?? 0)
    await act(() => vi.advanceTimersByTimeAsync(7_000))
    const joined = calls()
    await act(() => vi.advanceTimersByTimeAsync(7_000))
    expect(calls()).toEqual(joined)
    become('errored')
    stored.push(message(4))
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    await waitFor(() => expect(bubbles()).toHaveLength(4))
    expect(calls().map((calls, index) => calls > (joined[index] ?? 0))).toEqual([true, true, true])
    vi.useRealTimers()
  })

  test('older messages are loaded by button too, and nothing is announced', async () => {
    stored = Array.from({ length: 150 }, (_, index) => message(index + 1))
    list = [summary()]
    await open()
    await input()
    expect(bubbles()).toHaveLength(100)
    fireEvent.click(screen.getByRole('button', { name: 'Vis eldre meldinger' }))
    await waitFor(() => expect(bubbles()).toHaveLength(150))
    expect(screen.queryByRole('button', { name: 'Vis eldre meldinger' })).toBeNull()
    expect(document.activeElement).toBe(log())
    expect(screen.queryByText(/nye meldinger fra/)).toBeNull()
  })

  test('what somebody wrote is text; an address becomes a link that gives nothing away', async () => {
    stored.push(message(4, { content: '<img src=x onerror=alert(1)> https://evil.example/' }))
    await open()
    const link = await screen.findByRole('link', { name: /evil\.example/ })
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(log().querySelector('img')).toBeNull()
    expect(screen.getByText(/Åpne den bare hvis du stoler på avsenderen/)).toBeTruthy()
  })
})

describe('what was deleted on another device', () => {
  const deleteAndHear = () => {
    cleared = 3
    stored.push(message(4))
    list = [summary({ cleared_seq: 3 })]
  }
  const only4 = () =>
    waitFor(() => expect(bubbles().map((text) => text.match(/Melding \d/)?.[0])).toEqual(['Melding 4']))

  test('does not come back with what is still known of it here', async () => {
    await open()
    await input()
    expect(bubbles()).toHaveLength(3)
    cleanup()
    deleteAndHear()
    await open()
    await input()
    await only4()
    expect(screen.queryByRole('button', { name: 'Vis eldre meldinger' })).toBeNull()
  })

  test('nor when the net was down meanwhile', async () => {
    await open()
    await input()
    become('errored')
    deleteAndHear()
    become('joined')
    await only4()
    expect(screen.queryByText('Melding 1')).toBeNull()
  })

  test('goes as soon as the list tells, whether or not the messages can be asked for', async () => {
    await open()
    await input()
    server.chat['messages']?.mockRejectedValue(offline)
    list = [summary({ cleared_seq: 2 })]
    tell('inbox', { event: 'changed', what: 'chats' })
    await waitFor(() => expect(bubbles()).toHaveLength(1))
  })

  test('is forgotten on other pages when they hear of it', async () => {
    await open()
    await input()
    cleanup()
    expect(queryClient.getQueryData(['chat', 'messages', chatId])).toBeTruthy()
    const bar = (
      <QueryClientProvider client={queryClient}>
        <UnreadDot />
      </QueryClientProvider>
    )
    await act(async () => void render(bar))
    tell('inbox', { event: 'changed', what: 'chats' })
    expect(queryClient.getQueryData(['chat', 'messages', chatId])).toBeUndefined()
    expect(queryClient.getQueryData(['chat', 'list'])).toBeUndefined()
  })
})

describe('the list', () => {
  test('is asked once when the connection is back, with a conversation open', async () => {
    await open()
    await input()
    const asked = () => server.chat['list']?.mock.calls.length ?? 0
    become('errored')
    const before = asked()
    list = [summary({ other: { id: ingrid, full_name: 'Ingrid Dahl', profile_picture: null } })]
    become('joined')
    expect(await screen.findByRole('heading', { name: 'Ingrid Dahl' })).toBeTruthy()
    expect(asked()).toBe(before + 1)
  })

  test('own messages are marked, unread ones counted', async () => {
    list = [summary({ last_message: stored[1], unread_count: 2 })]
    await open('/chat')
    const entry = await screen.findByRole('link', { name: /Ingrid Solberg/ })
    expect(entry.textContent).toContain('Du: Hei, er det plass?')
    expect(entry.textContent).toContain('2 uleste meldinger')
    expect(screen.getByText('Velg en samtale')).toBeTruthy()
  })

  test('without conversations it says what to do', async () => {
    list = []
    await open('/chat')
    expect(await screen.findByText('Ingen samtaler ennå')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Finn en tur' }).getAttribute('href')).toBe('/search')
  })

  test('a failure is told and can be tried again', async () => {
    server.chat['list']?.mockRejectedValueOnce(new ApiError(500, 'internal'))
    await open('/chat')
    expect(await screen.findByRole('heading', { name: 'Kunne ikke laste chatter' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Prøv igjen' }))
    expect(await screen.findByRole('link', { name: /Ingrid Solberg/ })).toBeTruthy()
  })

  test('so is a failure to load the messages', async () => {
    server.chat['messages']?.mockRejectedValueOnce(new ApiError(500, 'internal'))
    await open()
    expect(await screen.findByRole('heading', { name: 'Kunne ikke laste meldinger' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Prøv igjen' }))
    await input()
  })

  test.each([
    ['/chat', 'Du må være logget inn for å bruke chat'],
    [`/chat?user=${ingrid}`, 'Du må være logget inn for å chatte'],
  ])('somebody who is not logged in is told so, and comes back here (%s)', async (address, words) => {
    session.status = 'signed-out'
    await open(address)
    expect(screen.getByRole('heading', { name: 'Du må logge inn' })).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
    const next = encodeURIComponent(address)
    expect(screen.getByRole('link', { name: 'Logg inn' }).getAttribute('href')).toBe(`/auth?next=${next}`)
  })
})

describe('beginning a conversation', () => {
  test('opens it, says so when it is new, and takes over the address', async () => {
    stored = []
    const fresh = summary()
    list = []
    server.chat['open'] = vi.fn(async () => {
      list = [fresh]
      return fresh
    })
    await open(`/chat?user=${ingrid}&ride=018f0000-0000-7000-8000-0000000000aa`)
    await input()
    expect(server.chat['open']).toHaveBeenCalledExactlyOnceWith({
      body: { user_id: ingrid, ride_id: '018f0000-0000-7000-8000-0000000000aa' },
    })
    expect(address()).toBe(`/chat?chat=${chatId}`)
    expect(screen.getByText('Chat startet')).toBeTruthy()
    expect(screen.getByText('Si hei til Ingrid Solberg')).toBeTruthy()
  })

  test('one that goes on is simply opened', async () => {
    await open(`/chat?user=${ingrid}`)
    await input()
    expect(screen.queryByText('Chat startet')).toBeNull()
  })

  test.each([
    ['oneself', me, undefined, 'Kunne ikke starte chat'],
    [
      'somebody unknown, or where a block stands',
      ingrid,
      new ApiError(404, 'chat_unavailable'),
      'Kunne ikke starte chat',
    ],
    ['what is no person', 'x', new ApiError(422, 'validation'), 'Kunne ikke finne bruker'],
    ['a failing server', ingrid, new ApiError(500, 'internal'), 'Kunne ikke opprette chat'],
  ])('%s', async (_, user, error, text) => {
    if (error) server.chat['open']?.mockRejectedValue(error)
    await open(`/chat?user=${user}`)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(address()).toBe('/chat')
    expect(server.chat['open']).toHaveBeenCalledTimes(error ? 1 : 0)
  })
})

test('the page is called after whom one talks to', async () => {
  await open('/chat')
  await screen.findByText('Velg en samtale')
  expect(title).toHaveBeenLastCalledWith('Meldinger')
  fireEvent.click(screen.getByRole('link', { name: /Ingrid Solberg/ }))
  await input()
  expect(title).toHaveBeenLastCalledWith('Ingrid Solberg – Meldinger')
})

describe('the unread dot', () => {
  const incoming: LiveEvent = { event: 'new_message', chat_id: chatId, seq: 4, sender_id: ingrid }

  test('shows unread messages, also in the title, and goes when they are read', async () => {
    document.title = 'Meldinger'
    server.chat['unread']?.mockResolvedValue({ chats: [{ chat_id: chatId, count: 2 }], total: 2 })
    list = [summary({ unread_count: 2 })]
    await open('/chat')
    expect(await screen.findByText('Uleste meldinger')).toBeTruthy()
    expect(document.title).toBe('(2) Meldinger')
    server.chat['unread']?.mockResolvedValue({ chats: [], total: 0 })
    fireEvent.click(screen.getByRole('link', { name: /Ingrid Solberg/ }))
    await waitFor(() => expect(screen.queryByText('Uleste meldinger')).toBeNull())
    expect(document.title).toBe('Meldinger')
  })

  test('one status tells of it, however many dots there are', async () => {
    server.chat['unread']?.mockResolvedValue({ chats: [{ chat_id: chatId, count: 2 }], total: 2 })
    const page = (
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <UnreadDot announces />
          <UnreadDot />
        </Suspense>
      </QueryClientProvider>
    )
    await act(async () => void render(page))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Uleste meldinger'))
    expect(screen.getAllByText('Uleste meldinger')).toHaveLength(3)
  })

  test('comes on with a live message, even when the server cannot say how many', async () => {
    await open('/chat')
    await screen.findByText('Velg en samtale')
    expect(screen.queryByText('Uleste meldinger')).toBeNull()
    server.chat['unread']?.mockRejectedValue(new ApiError(500, 'internal'))
    tell('inbox', incoming)
    expect(await screen.findByText('Uleste meldinger')).toBeTruthy()
  })

  test('comes on for what arrives below while one reads further up', async () => {
    await open()
    await input()
    const places = { scrollHeight: 1_000, clientHeight: 100 }
    for (const [name, value] of Object.entries(places)) Object.defineProperty(log(), name, { value })
    log().scrollTop = 0
    server.chat['unread']?.mockResolvedValue({ chats: [{ chat_id: chatId, count: 1 }], total: 1 })
    fireEvent.scroll(log())
    tell('inbox', incoming)
    expect(await screen.findByText('Uleste meldinger')).toBeTruthy()
  })

  test('not for one’s own, nor for what is being read', async () => {
    await open()
    await input()
    const asked = server.chat['unread']?.mock.calls.length
    tell('inbox', incoming)
    tell('inbox', { ...incoming, sender_id: me })
    expect(screen.queryByText('Uleste meldinger')).toBeNull()
    expect(server.chat['unread']?.mock.calls.length).toBe(asked ?? 0)
  })
})
