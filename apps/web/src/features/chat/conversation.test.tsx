/** What one can do about a conversation, and what one notices of the other person: block, delete, report, seen, writing. */
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChatSummary, Message } from '@samtur/contract/chat'
import { live as times } from '@samtur/contract/constants'
import type { LiveEvent } from '@samtur/contract/live'
import { ApiError } from '#lib/api'
import { needCatalogues, setLanguage } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { ToastProvider } from '#ui/toast'
import { ChatPage } from './chat-page.tsx'
import { changeDraft } from './drafts.tsx'
import { UnreadDot } from './public.tsx'
import { ReceiptsSection } from './receipts-section.tsx'

const line = vi.hoisted(() => ({
  sayTyping: vi.fn(() => true),
  listeners: new Map<string, Set<(event: LiveEvent) => void>>(),
  catchUps: new Map<string, (() => void)[]>(),
}))
vi.mock('#lib/live', async () => {
  const { useEffect, useEffectEvent } = await import('react')
  return {
    live: { sayTyping: line.sayTyping, say: async () => undefined },
    useLiveState: () => 'joined',
    useLive: (channel: string, listener: (event: LiveEvent) => void) => {
      const hear = useEffectEvent(listener)
      useEffect(() => {
        const own = (event: LiveEvent) => hear(event)
        const all = line.listeners.get(channel) ?? new Set()
        line.listeners.set(channel, all.add(own))
        return () => void all.delete(own)
      }, [channel])
    },
    useCatchUp: (channel: string, catchUp: () => void, ready = true) => {
      const run = useEffectEvent(catchUp)
      useEffect(() => {
        line.catchUps.set(channel, [...(line.catchUps.get(channel) ?? []), () => run()])
        if (ready) run()
      }, [channel, ready])
    },
  }
})
/** The channel is joined anew. */
const joinAgain = (channel: string) =>
  act(() => {
    for (const catchUp of line.catchUps.get(channel) ?? []) catchUp()
  })
const tell = (channel: string, event: LiveEvent) =>
  act(() => {
    for (const listener of line.listeners.get(channel) ?? []) listener(event)
  })

vi.mock('#lib/session', () => ({
  onSessionEvent: () => () => {},
  getSession: () => ({ me: { id: 'u-me' } }),
  useSession: () => ({ status: 'signed-in', me: { id: 'u-me' } }),
}))

type Calls = Record<string, ReturnType<typeof vi.fn>>
const server = vi.hoisted(() => ({ chat: {} as Calls, moderation: {} as Calls, rides: { get: vi.fn() } }))
vi.mock('#lib/api', async (original) => ({ ...(await original<object>()), api: server }))

const me = 'u-me'
const [ingrid, per] = ['018f0000-0000-7000-8000-00000000000b', '018f0000-0000-7000-8000-00000000000c']
const [chatId, otherId] = ['018f0000-0000-7000-8000-0000000000c1', '018f0000-0000-7000-8000-0000000000c2']
const inChat = `chat:${chatId}`

let stored: Message[]
let list: ChatSummary[]
let total: number

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
const own = (seq: number) => message(seq, { sender_id: me, client_id: `c${seq}` })
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
const withPer = () =>
  summary({ id: otherId, other: { id: per, full_name: 'Per Persen', profile_picture: null }, last_message: null })

beforeAll(async () => {
  configure({ asyncUtilTimeout: 5_000 })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} })
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  await needCatalogues(['core', 'errors', 'nav', 'chat'])
  await setLanguage('no')
})

beforeEach(() => {
  queryClient.clear()
  changeDraft(`${me} ${chatId}`, () => ({ text: '' }))
  line.listeners.clear()
  line.catchUps.clear()
  line.sayTyping.mockClear()
  document.title = 'Meldinger – Samtur'
  stored = [message(1), own(2)]
  list = [summary(), withPer()]
  total = 0
  const unread = async () => ({ chats: total > 0 ? [{ chat_id: chatId, count: total }] : [], total })
  server.chat = {
    list: vi.fn(async () => ({ items: list })),
    messages: vi.fn(async ({ query }: { query?: { after?: string } }) => ({
      items: stored.filter(({ seq }) => seq > Number(query?.after ?? 0)),
      has_older: false,
      cleared_seq: 0,
    })),
    send: vi.fn(() => new Promise(() => {})),
    read: vi.fn(unread),
    unread: vi.fn(unread),
    remove: vi.fn(async () => {
      list = list.filter(({ id }) => id !== chatId)
      return true
    }),
    settings: vi.fn(async () => ({ read_receipts: true })),
    changeSettings: vi.fn(async ({ body }: { body: object }) => body),
  }
  server.moderation = {
    block: vi.fn(async () => {
      list = list.filter(({ id }) => id !== chatId)
      return { blocked: true }
    }),
    report: vi.fn(async () => ({ id: 'r', created_at: '' })),
  }
})
afterEach(() => void vi.useRealTimers())

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}
const address = () => screen.getByTestId('address').textContent

async function open(start = `/chat?chat=${chatId}`) {
  history.replaceState(null, '', start)
  const page = (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[start]}>
        <ToastProvider texts={{ region: 'Beskjeder', dismiss: 'Lukk' }}>
          <Suspense>
            <UnreadDot />
          </Suspense>
          <main>
            <ChatPage useTitle={() => {}} />
          </main>
          <Address />
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>
  )
  await act(async () => void render(page))
  if (start !== '/chat') await input()
}
const input = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Skriv til Ingrid Solberg' })
const log = () => screen.getByRole('log', { name: 'Samtale med Ingrid Solberg' })
const entry = (name: RegExp) => screen.queryByRole('link', { name })

/** jsdom shows no popover, so its buttons are there but hidden. */
async function choose(item: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Valg for samtalen' }))
  fireEvent.click(screen.getByRole('button', { name: item, hidden: true }))
  return within(await screen.findByRole('dialog'))
}

describe('deleting', () => {
  test('asks, closes the conversation, and leaves the focus with the list', async () => {
    await open()
    const dialog = await choose('Slett samtale')
    expect(dialog.getByText(/Ingrid Solberg beholder sin side/)).toBeTruthy()
    expect(server.chat['remove']).not.toHaveBeenCalled()
    fireEvent.click(dialog.getByRole('button', { name: 'Slett samtale' }))
    expect(await screen.findByText('Samtale slettet')).toBeTruthy()
    expect(server.chat['remove']).toHaveBeenCalledExactlyOnceWith({ params: { id: chatId }, query: {} })
    await waitFor(() => expect(address()).toBe('/chat'))
    expect(entry(/Ingrid Solberg/)).toBeNull()
    expect(screen.getByText('Velg en samtale')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(entry(/Per Persen/)?.closest('ul')))
  })

  test('of the last one leaves the focus with the heading', async () => {
    list = [summary()]
    await open()
    fireEvent.click((await choose('Slett samtale')).getByRole('button', { name: 'Slett samtale' }))
    expect(await screen.findByText('Ingen samtaler ennå')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Meldinger' })))
  })

  test.each([
    ['an answer of false', async () => false],
    ['an error', () => Promise.reject(new ApiError(500, 'internal'))],
  ])('%s is a failure, and nothing goes away', async (_, answer) => {
    server.chat['remove'] = vi.fn(answer)
    await open()
    fireEvent.click((await choose('Slett samtale')).getByRole('button', { name: 'Slett samtale' }))
    expect(await within(await screen.findByRole('alert')).findByText('Kunne ikke slette samtale')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toBe(`/chat?chat=${chatId}`)
    await input()
  })

  test('one that is deleted on another device closes here, and begins anew when it comes back', async () => {
    total = 1
    await open()
    await waitFor(() => expect(screen.getByText('Melding 1')).toBeTruthy())
    const both = list
    list = [withPer()]
    total = 0
    tell('inbox', { event: 'changed', what: 'chats' })
    await waitFor(() => expect(address()).toBe('/chat'))
    await waitFor(() => expect(screen.queryByText('Uleste meldinger')).toBeNull())
    stored = [message(3)]
    list = both
    tell('inbox', { event: 'new_message', chat_id: chatId, seq: 3, sender_id: ingrid })
    await waitFor(() => expect(entry(/Ingrid Solberg/)).toBeTruthy())
    fireEvent.click(entry(/Ingrid Solberg/)!)
    await input()
    expect(within(log()).getByText('Melding 3')).toBeTruthy()
    expect(within(log()).queryByText('Melding 1')).toBeNull()
  })
})

describe('leaving with something on its way', () => {
  interface Send {
    body: { content: string; client_id: string }
  }
  const held = () => {
    const answers: { answer: () => void; fail: (error: unknown) => void; content: string }[] = []
    server.chat['send'] = vi.fn(
      ({ body }: Send) =>
        new Promise((resolve, fail) => {
          const answer = () => resolve(message(stored.length + 1, { sender_id: me, ...body }))
          answers.push({ answer, fail, content: body.content })
        }),
    )
    return answers
  }
  const sendTwo = async () => {
    const field = await input()
    for (const value of ['Hei', 'Igjen']) {
      fireEvent.change(field, { target: { value } })
      fireEvent.keyDown(field, { key: 'Enter' })
    }
    fireEvent.change(field, { target: { value: 'Begynt' } })
    await waitFor(() => expect(server.chat['send']).toHaveBeenCalledTimes(1))
    return field
  }

  test('the text under way is waited for, the others are not sent', async () => {
    const answers = held()
    await open()
    await sendTwo()
    fireEvent.click((await choose('Slett samtale')).getByRole('button', { name: 'Slett samtale' }))
    await act(async () => {})
    expect(server.chat['remove']).not.toHaveBeenCalled()
    await act(async () => answers[0]!.answer())
    expect(await screen.findByText('Samtale slettet')).toBeTruthy()
    expect(server.chat['remove']).toHaveBeenCalledTimes(1)
    expect(answers.map(({ content }) => content)).toEqual(['Hei'])
    // Should the conversation come back, it begins anew.
    list = [summary(), withPer()]
    tell('inbox', { event: 'new_message', chat_id: chatId, seq: 3, sender_id: ingrid })
    await waitFor(() => expect(entry(/Ingrid Solberg/)).toBeTruthy())
    fireEvent.click(entry(/Ingrid Solberg/)!)
    expect((await input()).value).toBe('')
  })

  test('one that fails does not cover the word about the block', async () => {
    const answers = held()
    await open()
    await sendTwo()
    fireEvent.click((await choose('Blokker bruker')).getByRole('button', { name: 'Blokker bruker' }))
    await act(async () => answers[0]!.fail(new ApiError(500, 'internal')))
    expect(await screen.findByText('Bruker blokkert')).toBeTruthy()
    expect(screen.queryByText(/Kunne ikke sende melding/)).toBeNull()
    expect(answers).toHaveLength(1)
  })

  test('nothing is lost when it cannot be left', async () => {
    server.chat['remove'] = vi.fn(() => Promise.reject(new ApiError(0, 'offline')))
    const answers = held()
    await open()
    const field = await sendTwo()
    fireEvent.click((await choose('Slett samtale')).getByRole('button', { name: 'Slett samtale' }))
    await act(async () => answers[0]!.fail(new ApiError(0, 'offline')))
    expect(await screen.findByText(/^Kunne ikke slette samtale/)).toBeTruthy()
    expect(field.value).toBe('Hei\nIgjen\nBegynt')
  })
})

describe('blocking', () => {
  test('says that agreed seats stay, where there are any', async () => {
    await open()
    const trip = /^Plasser som allerede er godtatt/
    expect((await choose('Blokker bruker')).queryByText(trip)).toBeNull()
    list = [summary({ trip_agreed: true }), withPer()]
    // Whoever has accepted a seat has heard of that only.
    tell('inbox', { event: 'changed', what: 'reservations' })
    expect(await screen.findByText(trip)).toBeTruthy()
  })

  test('says what it does, closes the conversation, and the red dot goes', async () => {
    total = 2
    await open('/chat')
    expect(await screen.findByText('Uleste meldinger')).toBeTruthy()
    expect(document.title).toBe('(2) Meldinger – Samtur')
    vi.mocked(document.hasFocus).mockReturnValue(false)
    fireEvent.click(entry(/Ingrid Solberg/)!)
    await input()
    const dialog = await choose('Blokker bruker')
    expect(dialog.getByRole('heading', { name: 'Blokkere Ingrid Solberg?' })).toBeTruthy()
    expect(dialog.getByText(/Ingrid Solberg får ikke vite det/)).toBeTruthy()
    total = 0
    fireEvent.click(dialog.getByRole('button', { name: 'Blokker bruker' }))
    expect(await screen.findByText('Bruker blokkert')).toBeTruthy()
    expect(server.moderation['block']).toHaveBeenCalledExactlyOnceWith({ params: { userId: ingrid } })
    await waitFor(() => expect(address()).toBe('/chat'))
    expect(entry(/Ingrid Solberg/)).toBeNull()
    await waitFor(() => expect(screen.queryByText('Uleste meldinger')).toBeNull())
    expect(document.title).toBe('Meldinger – Samtur')
    vi.mocked(document.hasFocus).mockReturnValue(true)
  })

  test('a failure is told', async () => {
    server.moderation['block'] = vi.fn(() => Promise.reject(new ApiError(0, 'offline')))
    await open()
    fireEvent.click((await choose('Blokker bruker')).getByRole('button', { name: 'Blokker bruker' }))
    expect(await screen.findByText(/^Kunne ikke blokkere bruker/)).toBeTruthy()
    expect(address()).toBe(`/chat?chat=${chatId}`)
  })
})

describe('reporting', () => {
  const reason = (dialog: { getByRole: typeof screen.getByRole }) =>
    dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Hva har skjedd?' })
  const write = (field: HTMLTextAreaElement, value: string) => fireEvent.change(field, { target: { value } })

  test('needs a reason, tells what is sent along, and offers to block afterwards', async () => {
    await open()
    const dialog = await choose('Rapporter bruker')
    expect(dialog.getByText(/sammen med samtalen slik den er nå/)).toBeTruthy()
    const send = dialog.getByRole('button', { name: 'Send rapport' })
    expect(dialog.getByRole('button', { name: 'Avbryt' })).toBeTruthy()
    for (const blank of ['', ' \n\u200b ']) {
      write(reason(dialog), blank)
      expect(send.getAttribute('aria-disabled')).toBe('true')
      fireEvent.click(send)
    }
    expect(server.moderation['report']).not.toHaveBeenCalled()
    write(reason(dialog), '  Truer meg \n')
    expect(send.getAttribute('aria-disabled')).toBeNull()
    fireEvent.click(send)
    expect(await screen.findByText('Bruker rapportert')).toBeTruthy()
    expect(screen.getByText('Takk for din rapport. Vi vil vurdere saken.')).toBeTruthy()
    expect(server.moderation['report']).toHaveBeenCalledExactlyOnceWith(
      { body: { reported_id: ingrid, reason: 'Truer meg', chat_id: chatId } },
      { idempotencyKey: expect.any(String) as string },
    )
    const second = within(await screen.findByRole('dialog', { name: 'Vil du også blokkere Ingrid Solberg?' }))
    fireEvent.click(second.getByRole('button', { name: 'Blokker bruker' }))
    expect(await screen.findByText('Bruker blokkert')).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/chat'))
  })

  test('pressed while nothing is written, the field gets the focus', async () => {
    await open()
    const dialog = await choose('Rapporter bruker')
    fireEvent.click(dialog.getByRole('button', { name: 'Send rapport' }))
    expect(document.activeElement).toBe(reason(dialog))
  })

  test('closed while it is being sent, no question follows, and what failed is kept', async () => {
    const answers: { answer: (value: unknown) => void; fail: (error: unknown) => void }[] = []
    server.moderation['report'] = vi.fn(() => new Promise((answer, fail) => answers.push({ answer, fail })))
    await open()
    const send = async (text?: string) => {
      const dialog = await choose('Rapporter bruker')
      if (text) write(reason(dialog), text)
      expect(reason(dialog).value).toBe('Truer meg')
      fireEvent.click(dialog.getByRole('button', { name: 'Send rapport' }))
      fireEvent.click(dialog.getByRole('button', { name: 'Avbryt' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await send('Truer meg')
    await act(async () => answers[0]!.fail(new ApiError(0, 'offline')))
    expect(await screen.findByText(/^Kunne ikke rapportere bruker/)).toBeTruthy()
    await send()
    await act(async () => answers[1]!.answer({ id: 'r', created_at: '' }))
    expect(await screen.findByText('Bruker rapportert')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(reason(await choose('Rapporter bruker')).value).toBe('')
  })

  test('who does not want to block goes on as before', async () => {
    await open()
    const dialog = await choose('Rapporter bruker')
    write(reason(dialog), 'Spam')
    fireEvent.click(dialog.getByRole('button', { name: 'Send rapport' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Ikke nå' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.moderation['block']).not.toHaveBeenCalled()
    expect(address()).toBe(`/chat?chat=${chatId}`)
  })

  test('what was written stays after a failure, and sent again it is the same report', async () => {
    server.moderation['report'] = vi.fn(() => Promise.reject(new ApiError(0, 'offline')))
    await open()
    const dialog = await choose('Rapporter bruker')
    write(reason(dialog), 'Truer meg')
    const send = dialog.getByRole('button', { name: 'Send rapport' })
    fireEvent.click(send)
    expect(await screen.findByText(/^Kunne ikke rapportere bruker/)).toBeTruthy()
    expect(reason(dialog).value).toBe('Truer meg')
    await waitFor(() => expect(send.getAttribute('aria-busy')).toBeNull())
    fireEvent.click(send)
    await waitFor(() => expect(server.moderation['report']).toHaveBeenCalledTimes(2))
    write(reason(dialog), 'Truer meg igjen')
    await waitFor(() => expect(send.getAttribute('aria-busy')).toBeNull())
    fireEvent.click(send)
    await waitFor(() => expect(server.moderation['report']).toHaveBeenCalledTimes(3))
    const keys = server.moderation['report'].mock.calls.map(
      ([, options]) => (options as { idempotencyKey: string }).idempotencyKey,
    )
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('too much is counted and cannot be sent', async () => {
    await open()
    const dialog = await choose('Rapporter bruker')
    write(reason(dialog), 'a'.repeat(1700))
    expect(dialog.queryByText(/tegn igjen/)).toBeNull()
    write(reason(dialog), 'a'.repeat(1990))
    expect(dialog.getByText('10 tegn igjen')).toBeTruthy()
    write(reason(dialog), 'a'.repeat(2001))
    expect(dialog.getByText('1 tegn for mye')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Send rapport' }))
    expect(server.moderation['report']).not.toHaveBeenCalled()
  })
})

test('of somebody who has deleted the account only the conversation can be deleted', async () => {
  list = [summary({ other: { id: ingrid, full_name: '', profile_picture: null }, can_write: false })]
  await open('/chat')
  fireEvent.click(await screen.findByRole('link', { name: /Slettet bruker/ }))
  const menu = await screen.findByRole('button', { name: 'Valg for samtalen' })
  const popup = document.getElementById(menu.getAttribute('aria-controls') ?? '')
  expect(within(popup!).getAllByRole('button', { hidden: true })).toHaveLength(1)
  expect(popup?.textContent).toBe('Slett samtale')
})

describe('seen', () => {
  const read = (seq: number, reader_id = ingrid): LiveEvent => ({ event: 'read', chat_id: chatId, reader_id, seq })
  /** The texts of the messages and of 'seen', in order. */
  const shown = () => (log().textContent ?? '').match(/Melding \d|Sett/g)

  test('stands below the last own message that has been read, and only there', async () => {
    stored = [own(1), own(2), message(3), own(4)]
    list = [summary({ seen_seq: 2 })]
    await open()
    expect(shown()).toEqual(['Melding 1', 'Melding 2', 'Sett', 'Melding 3', 'Melding 4'])
  })

  test('goes on live, never back, and keeps the place it leaves', async () => {
    stored = [own(1), own(2)]
    list = [summary({ seen_seq: 1 })]
    await open()
    expect(shown()).toEqual(['Melding 1', 'Sett', 'Melding 2'])
    tell(inChat, read(2))
    await waitFor(() => expect(shown()?.at(-1)).toBe('Sett'))
    // Two of them would be one too many: the first is only a place.
    expect(
      within(log())
        .getAllByText('Sett')
        .map(({ className }) => className.includes('invisible')),
    ).toEqual([true, false])
    tell(inChat, read(1))
    expect(shown()?.at(-1)).toBe('Sett')
    // An older answer of the server's does not take it back either.
    joinAgain(inChat)
    await waitFor(() => expect(server.chat['list']?.mock.calls.length).toBeGreaterThan(2))
    expect(shown()?.at(-1)).toBe('Sett')
    stored.push(message(3))
    tell(inChat, { event: 'message', message: stored[2]! })
    await waitFor(() => expect(shown()).toEqual(['Melding 1', 'Melding 2', 'Sett', 'Melding 3']))
  })

  test('is not told by one’s own reading', async () => {
    stored = [own(1), message(2), own(3)]
    await open()
    expect(shown()).not.toContain('Sett')
    tell(inChat, read(3, me))
    tell(inChat, read(1))
    await waitFor(() => expect(shown()).toEqual(['Melding 1', 'Sett', 'Melding 2', 'Melding 3']))
  })

  test('is caught up with whenever the conversation is joined', async () => {
    await open()
    expect(shown()).not.toContain('Sett')
    list = [summary({ seen_seq: 2 })]
    joinAgain(inChat)
    await waitFor(() => expect(shown()?.at(-1)).toBe('Sett'))
  })

  test('is announced to nobody', async () => {
    list = [summary({ seen_seq: 2 })]
    await open()
    for (const status of screen.getAllByRole('status')) expect(status.textContent).not.toContain('Sett')
    expect(log().getAttribute('aria-live')).toBe('off')
  })
})

describe('writing', () => {
  const typing = (user_id = ingrid): LiveEvent => ({ event: 'typing', chat_id: chatId, user_id })
  const note = () => screen.queryByText('Ingrid Solberg skriver …')

  test('is shown until nothing more is heard of it', async () => {
    await open()
    vi.useFakeTimers()
    tell(inChat, typing(me))
    expect(note()).toBeNull()
    tell(inChat, typing())
    expect(note()).toBeTruthy()
    act(() => void vi.advanceTimersByTime(times.typingEvery * 2 - 1))
    tell(inChat, typing())
    act(() => void vi.advanceTimersByTime(times.typingEvery * 2 - 1))
    expect(note()).toBeTruthy()
    act(() => void vi.advanceTimersByTime(1))
    expect(note()).toBeNull()
  })

  test('is over when the message is there, and announced to nobody', async () => {
    await open()
    tell(inChat, typing())
    expect(note()).toBeTruthy()
    for (const status of screen.getAllByRole('status')) expect(status.textContent).not.toContain('skriver')
    stored.push(message(3))
    tell(inChat, { event: 'message', message: stored[2]! })
    await waitFor(() => expect(note()).toBeNull())
    tell(inChat, typing())
    expect(note()).toBeTruthy()
  })

  test('is said while something is being written, and not too often', async () => {
    const clock = vi.spyOn(performance, 'now')
    await open()
    const field = await input()
    const write = (value: string, at: number) => {
      clock.mockReturnValue(100_000 + at)
      fireEvent.change(field, { target: { value } })
      return line.sayTyping.mock.calls.length
    }
    expect(write(' ', 0)).toBe(0)
    expect(write(' H', 10)).toBe(1)
    expect(line.sayTyping).toHaveBeenLastCalledWith(inChat)
    expect(write(' He', times.typingEvery)).toBe(1)
    expect(write(' Hei', times.typingEvery + 10)).toBe(2)
    expect(write('', times.typingEvery * 4)).toBe(2)
    // Not yet joined, nobody has heard it.
    line.sayTyping.mockReturnValueOnce(false)
    expect(write('H', times.typingEvery * 5)).toBe(3)
    expect(write('He', times.typingEvery * 5 + 10)).toBe(4)
    // What follows is another message.
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(write('D', times.typingEvery * 5 + 20)).toBe(5)
    clock.mockRestore()
  })
})

test('words of care about numbers and payment end when a trip is agreed', async () => {
  stored = [message(1, { content: 'Ring 912 34 567' }), message(2, { content: 'Kan du betale på forhånd?' })]
  await open()
  expect(screen.getByText(/Ring og betal bare/)).toBeTruthy()
  expect(screen.getByText(/ikke på forhånd\. Samtur/)).toBeTruthy()
  list = [summary({ trip_agreed: true })]
  tell('inbox', { event: 'changed', what: 'chats' })
  await waitFor(() => expect(screen.queryByText(/Ring og betal bare/)).toBeNull())
  expect(screen.queryByText(/ikke på forhånd\. Samtur/)).toBeNull()
})

test('what is read on another device leaves dot and title', async () => {
  total = 1
  await open('/chat')
  expect(await screen.findByText('Uleste meldinger')).toBeTruthy()
  // Another page has put its own title there meanwhile.
  act(() => void (document.title = 'Mine turer – Samtur'))
  await waitFor(() => expect(document.title).toBe('(1) Mine turer – Samtur'))
  total = 0
  tell('inbox', { event: 'read', chat_id: chatId, reader_id: me, seq: 2 })
  await waitFor(() => expect(screen.queryByText('Uleste meldinger')).toBeNull())
  expect(document.title).toBe('Mine turer – Samtur')
})

describe('the switch for read receipts', () => {
  const receipts = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Vis når jeg har lest' })
  const show = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <ToastProvider texts={{ region: 'Beskjeder', dismiss: 'Lukk' }}>
          <ReceiptsSection />
        </ToastProvider>
      </QueryClientProvider>,
    )

  test('is stored at once, and says that it goes both ways', async () => {
    show()
    expect(screen.getByText(/Det går begge veier/)).toBeTruthy()
    expect((await receipts()).checked).toBe(true)
    fireEvent.click(await receipts())
    await waitFor(() =>
      expect(server.chat['changeSettings']).toHaveBeenCalledExactlyOnceWith({ body: { read_receipts: false } }),
    )
    expect((await receipts()).checked).toBe(false)
  })

  test('goes back when it could not be stored', async () => {
    server.chat['changeSettings'] = vi.fn(() => Promise.reject(new ApiError(0, 'offline')))
    show()
    fireEvent.click(await receipts())
    expect(await screen.findByText('Innstillingen ble ikke lagret')).toBeTruthy()
    await waitFor(async () => expect((await receipts()).checked).toBe(true))
  })

  test('shows what is stored, however many changes fail and although nobody can be asked', async () => {
    server.chat['changeSettings'] = vi.fn(() => Promise.reject(new ApiError(0, 'offline')))
    show()
    const box = await receipts()
    server.chat['settings']?.mockRejectedValue(new ApiError(0, 'offline'))
    fireEvent.click(box)
    fireEvent.click(box)
    fireEvent.click(box)
    await waitFor(() => expect(server.chat['changeSettings']).toHaveBeenCalledTimes(3))
    await waitFor(() => expect(box.checked).toBe(true))
    expect(queryClient.isMutating()).toBe(0)
  })
})
