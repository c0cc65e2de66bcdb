import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChatSummary, Message } from '@samtur/contract/chat'
import type { LiveEvent } from '@samtur/contract/live'
import { ApiError } from '#lib/api'
import { needCatalogues, setLanguage } from '#lib/i18n'
import { ImageError } from '#lib/images'
import { queryClient } from '#lib/query-client'
import type { SessionEvent } from '#lib/session'
import { ToastProvider } from '#ui/toast'
import { ChatScreen } from './chat-screen.tsx'
import type * as MessageLogModule from './message-log.tsx'
import { forgetImage, holdImage } from './image-sending.tsx'

// ---- What is around it ------------------------------------------------------------------------------------------------

const line = vi.hoisted(() => ({ listeners: new Map<string, Set<(event: LiveEvent) => void>>() }))
vi.mock('#lib/live', async () => {
  const { useEffect, useEffectEvent } = await import('react')
  return {
    live: { sayTyping: () => true, say: async () => undefined },
    useLiveState: () => 'joined',
    useCatchUp: () => {},
    useLive: (channel: string, listener: (event: LiveEvent) => void) => {
      const hear = useEffectEvent(listener)
      useEffect(() => {
        const own = (event: LiveEvent) => hear(event)
        const all = line.listeners.get(channel) ?? new Set()
        line.listeners.set(channel, all.add(own))
        return () => void all.delete(own)
      }, [channel])
    },
  }
})
const arrive = (message: Message) =>
  act(() => {
    for (const listener of line.listeners.get(`chat:${message.chat_id}`) ?? []) listener({ event: 'message', message })
  })

const session = vi.hoisted(() => ({ listeners: new Set<(event: SessionEvent) => void>() }))
const tellSession = (event: SessionEvent) => {
  for (const listener of session.listeners) listener(event)
}
vi.mock('#lib/session', () => ({
  useSession: () => ({ status: 'signed-in', me: { id: 'u-me' } }),
  refreshSession: vi.fn(),
  getSession: () => ({ me: { id: 'u-me' } }),
  onSessionEvent: (listener: (event: SessionEvent) => void) => {
    session.listeners.add(listener)
    return () => session.listeners.delete(listener)
  },
}))

interface Upload {
  url: string
  file: Blob
  onProgress: (share: number) => void
  signal: AbortSignal
  answer: (message: Message) => void
  fail: (error: unknown) => void
}
const net = vi.hoisted(() => ({ uploads: [] as unknown[], photoToSend: vi.fn(), packPhoto: vi.fn() }))
const uploads = net.uploads as Upload[]
vi.mock('#lib/upload', () => ({
  upload: (given: Omit<Upload, 'answer' | 'fail'>) =>
    new Promise((answer, fail) => {
      net.uploads.push({ ...given, answer, fail })
      given.signal.addEventListener('abort', () => fail(given.signal.reason as Error))
    }),
}))
vi.mock('#lib/photo', () => ({ photoToSend: net.photoToSend, packPhoto: net.packPhoto }))

type Log = typeof MessageLogModule
/** How often the whole conversation has been drawn. */
const drawn = vi.hoisted(() => ({ times: 0 }))
vi.mock('./message-log.tsx', async (original) => {
  const { MessageLog } = await original<Log>()
  return {
    MessageLog: (props: Parameters<typeof MessageLog>[0]) => {
      drawn.times++
      return MessageLog(props)
    },
  }
})

const server = vi.hoisted(() => ({ chat: {} as Record<string, ReturnType<typeof vi.fn>> }))
vi.mock('#lib/api', async (original) => ({ ...(await original<object>()), api: server }))

let readable: boolean
/** Loads at once what it is given. */
class FakeImage extends EventTarget {
  naturalWidth = 1200
  naturalHeight = 800
  set src(_: string) {
    queueMicrotask(() => this.dispatchEvent(new Event(readable ? 'load' : 'error')))
  }
}

// ---- The conversation -------------------------------------------------------------------------------------------------

const [me, ingrid] = ['u-me', '018f0000-0000-7000-8000-00000000000b']
let chatId: string
let stored: Message[]
let others: ChatSummary[]

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
const image = (seq: number, change: Partial<Message> = {}) =>
  message(seq, {
    content: null,
    message_type: 'image',
    image_url: `/files/chat-images/key${seq}`,
    image_size: { width: 1200, height: 800 },
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

beforeAll(async () => {
  configure({ asyncUtilTimeout: 5_000 })
  vi.stubGlobal('Image', FakeImage)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  let urls = 0
  Object.assign(URL, { createObjectURL: () => `blob:${++urls}`, revokeObjectURL: () => {} })
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
  await needCatalogues(['core', 'errors', 'chat'])
  await setLanguage('no')
})

beforeEach(() => {
  queryClient.clear()
  // What another test has left on its way, or waiting.
  tellSession('SIGNED_OUT')
  chatId = crypto.randomUUID()
  uploads.length = 0
  readable = true
  net.photoToSend.mockImplementation(async (file: Blob) => file)
  net.packPhoto.mockReset().mockImplementation(async () => packed)
  stored = [message(1)]
  others = []
  server.chat = {
    list: vi.fn(async () => ({ items: [summary(), ...others] })),
    messages: vi.fn(async () => ({ items: stored, has_older: false, cleared_seq: 0 })),
    send: vi.fn(async ({ body }: { body: Partial<Message> }) => {
      const fresh = message(stored.length + 1, { sender_id: me, ...body })
      stored.push(fresh)
      return fresh
    }),
    read: vi.fn(async () => ({ chats: [], total: 0 })),
  }
})

async function open(address = `/chat?chat=${chatId}`) {
  const page = (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <ToastProvider texts={{ region: 'Beskjeder', dismiss: 'Lukk' }}>
          <ChatScreen me={me} useTitle={() => {}} />
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>
  )
  await act(async () => void render(page))
  await field()
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox')
const log = () => screen.getByRole('log')
const images = () => within(log()).queryAllByRole<HTMLImageElement>('img', { name: /^Bilde/ })
const attach = () => screen.getByRole('button', { name: 'Legg ved bilde' })
const said = (text: string | RegExp) => within(screen.getByRole('region', { name: 'Beskjeder' })).findByText(text)

const packed = new Blob(['mindre'], { type: 'image/jpeg' })
const photo = (name = 'tur.jpg', type = 'image/jpeg') => new File(['bilde'], name, { type })
const choose = async (...files: File[]) => {
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('there is no input for files')
  await act(async () => void fireEvent.change(input, { target: { files } }))
}
/** The upload that is under way, once there is one more than before. */
async function upload(count = 1): Promise<Upload> {
  await waitFor(() => expect(uploads).toHaveLength(count))
  const latest = uploads.at(-1)
  if (!latest) throw new Error('nothing is being sent')
  return latest
}
const clientId = ({ url }: Upload) => new URL(url, 'http://here').searchParams.get('client_id')
const answer = (given: Upload, seq = stored.length + 1) =>
  act(async () => {
    const fresh = image(seq, { sender_id: me, client_id: clientId(given) })
    stored.push(fresh)
    given.answer(fresh)
  })

describe('sending an image', () => {
  test('it is there at once, and becomes the real one without moving', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    expect(sending.url).toMatch(new RegExp(`^/api/v1/chats/${chatId}/images\\?client_id=[0-9a-f-]{36}$`))
    await waitFor(() => expect(images()[0]?.src).toMatch(/^blob:/))
    const shown = images()[0]
    expect(shown?.alt).toBe('Bilde du sendte')
    act(() => sending.onProgress(0.4))
    expect(screen.getByRole('progressbar', { name: 'Sender bilde' }).getAttribute('aria-valuenow')).toBe('40')
    await answer(sending)
    expect(images()).toEqual([shown])
    expect(shown?.getAttribute('src')).toBe('/files/chat-images/key2')
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(await said('Bilde sendt')).toBeTruthy()
  })

  test('what had to be packed is sent packed', async () => {
    net.photoToSend.mockResolvedValue(packed)
    await open()
    await choose(photo('IMG_1.heic', 'image/heic'))
    expect((await upload()).file).toBe(packed)
    expect(net.photoToSend).toHaveBeenLastCalledWith(
      expect.any(File),
      { width: 1200, height: 800 },
      expect.any(AbortSignal),
    )
  })

  test('one at a time: the button says why', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    expect(attach().getAttribute('aria-disabled')).toBe('true')
    expect(attach().getAttribute('aria-description')).toBe('Vent til bildet er sendt')
    fireEvent.click(attach())
    expect(await said('Vent til bildet er sendt')).toBeTruthy()
    await choose(photo())
    expect(uploads).toHaveLength(1)
    await answer(sending)
    expect(attach().getAttribute('aria-disabled')).toBeNull()
    await choose(photo())
    await answer(await upload(2))
  })

  test('texts can be sent meanwhile, and stand before what is still on its way', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    for (const text of ['En', 'To']) {
      fireEvent.change(await field(), { target: { value: text } })
      fireEvent.keyDown(await field(), { key: 'Enter' })
    }
    await waitFor(() => expect(server.chat['send']).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(stored).toHaveLength(3))
    const order = () =>
      within(log())
        .getAllByRole('listitem')
        .map((item) => item.textContent ?? '')
        .filter((text) => /Du: (En|To)|Sender/.test(text))
    await waitFor(() => expect(order().map((text) => text.slice(0, 6))).toEqual(['Du: En', 'Du: To', 'Sender']))
    await answer(sending, 4)
    expect(images()).toHaveLength(1)
  })

  test('what is on its way stands in the order it was sent', async () => {
    server.chat['send'] = vi.fn(() => new Promise(() => {}))
    await open()
    await choose(photo())
    await upload()
    // Within the same millisecond there is no order.
    const chosen = Date.now()
    await waitFor(() => expect(Date.now()).toBeGreaterThan(chosen), { interval: 1 })
    fireEvent.change(await field(), { target: { value: 'Se her' } })
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(within(log()).getAllByText('Sender …')).toHaveLength(2))
    const [shown, text] = [images()[0], within(log()).getByText('Se her')]
    expect(shown && shown.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  test('it goes on while one looks at another conversation', async () => {
    others = [summary({ id: 'c2', other: { id: 'u3', full_name: 'Ola Nordmann', profile_picture: null } })]
    await open()
    await choose(photo())
    const sending = await upload()
    fireEvent.click(screen.getByRole('link', { name: /Ola Nordmann/ }))
    await screen.findByRole('textbox', { name: 'Skriv til Ola Nordmann' })
    expect(images()).toHaveLength(0)
    expect(attach().getAttribute('aria-disabled')).toBe('true')
    expect(sending.signal.aborted).toBe(false)
    await answer(sending)
    expect(await said('Bilde sendt')).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: /Ingrid Solberg/ }))
    await waitFor(() => expect(images()).toHaveLength(1))
  })

  test('it can be taken back, and nobody is told of a failure', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    const button = screen.getByRole('button', { name: 'Avbryt sendingen' })
    button.focus()
    await act(async () => void fireEvent.click(button))
    expect(sending.signal.aborted).toBe(true)
    expect(images()).toHaveLength(0)
    expect(document.activeElement).toBe(log())
    expect(screen.queryByText(/Kunne ikke sende bilde/)).toBeNull()
    expect(screen.queryByText('Bilde sendt')).toBeNull()
    expect(attach().getAttribute('aria-disabled')).toBeNull()
  })

  test('not any more once all of it is sent', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    screen.getByRole('button', { name: 'Avbryt sendingen' }).focus()
    act(() => sending.onProgress(1))
    expect(screen.queryByRole('button', { name: 'Avbryt sendingen' })).toBeNull()
    expect(screen.getByRole('progressbar', { name: 'Sender bilde' })).toBeTruthy()
    expect(document.activeElement).toBe(log())
    await answer(sending)
  })

  test('how far it has come is drawn without the rest of the conversation', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    await waitFor(() => expect(images()).toHaveLength(1))
    const before = drawn.times
    for (const share of [0.1, 0.2, 0.5]) act(() => sending.onProgress(share))
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
    expect(drawn.times).toBe(before)
    await answer(sending)
    expect(drawn.times).toBeGreaterThan(before)
  })

  test('nothing goes on in the name of somebody who has signed out', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    await act(async () => tellSession('SIGNED_OUT'))
    expect(sending.signal.aborted).toBe(true)
  })
})

describe('what cannot be sent', () => {
  test('a failure takes it away and says so; another try needs no other choice and keeps the id', async () => {
    await open()
    await choose(photo())
    const first = await upload()
    await act(async () => first.fail(new ApiError(500, 'internal')))
    expect(images()).toHaveLength(0)
    expect(within(screen.getByRole('alert')).getByText('Kunne ikke sende bilde')).toBeTruthy()
    expect(screen.getByText('Bildet er ikke sendt')).toBeTruthy()
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Prøv igjen' })))
    const second = await upload(2)
    expect(clientId(second)).toBe(clientId(first))
    expect(second.file).toBe(first.file)
    expect(screen.queryByText('Bildet er ikke sendt')).toBeNull()
    await answer(second)
    expect(images()).toHaveLength(1)
  })

  test('one may let it be', async () => {
    await open()
    await choose(photo())
    await act(async () => uploads[0]?.fail(new ApiError(0, 'offline')))
    fireEvent.click(screen.getByRole('button', { name: 'Forkast bildet' }))
    expect(screen.queryByText('Bildet er ikke sendt')).toBeNull()
  })

  test('when only the answer was lost, the image that arrives ends it', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    await act(async () => sending.fail(new ApiError(0, 'offline')))
    arrive(image(2, { sender_id: me, client_id: clientId(sending) }))
    await waitFor(() => expect(images()).toHaveLength(1))
    expect(screen.queryByText('Bildet er ikke sendt')).toBeNull()
  })

  test('an image that arrived before its answer failed is no failure', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    arrive(image(2, { sender_id: me, client_id: clientId(sending) }))
    await act(async () => sending.fail(new ApiError(0, 'offline')))
    expect(images()).toHaveLength(1)
    expect(screen.queryByText(/Kunne ikke sende bilde/)).toBeNull()
  })

  test('the focus stays near what was pressed', async () => {
    await open()
    await choose(photo())
    await act(async () => uploads[0]?.fail(new ApiError(500, 'internal')))
    const again = screen.getByRole('button', { name: 'Prøv igjen' })
    again.focus()
    await act(async () => void fireEvent.click(again))
    expect(document.activeElement).toBe(attach())
    const second = await upload(2)
    await act(async () => second.fail(new ApiError(500, 'internal')))
    const discard = screen.getByRole('button', { name: 'Forkast bildet' })
    discard.focus()
    fireEvent.click(discard)
    expect(document.activeElement).toBe(attach())
  })

  test('no other one takes its place unasked', async () => {
    await open()
    await choose(photo())
    await act(async () => uploads[0]?.fail(new ApiError(500, 'internal')))
    expect(attach().getAttribute('aria-description')).toBe('Send eller forkast først bildet som venter')
    fireEvent.click(attach())
    expect(await said('Send eller forkast først bildet som venter')).toBeTruthy()
    fireEvent.drop(log(), { dataTransfer: { types: ['Files'], files: [photo()] } })
    expect(screen.getByText('Bildet er ikke sendt')).toBeTruthy()
    expect(uploads).toHaveLength(1)
  })

  test('a large one that was lost on its way is packed before it goes there again', async () => {
    await open()
    const large = Object.defineProperty(photo(), 'size', { value: 2 * 1024 * 1024 })
    await choose(large)
    const first = await upload()
    expect(first.file).toBe(large)
    await act(async () => first.fail(new ApiError(0, 'offline')))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Prøv igjen' })))
    const second = await upload(2)
    expect(second.file).toBe(packed)
    expect(clientId(second)).toBe(clientId(first))
    // Once is enough.
    await act(async () => second.fail(new ApiError(0, 'offline')))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Prøv igjen' })))
    expect((await upload(3)).file).toBe(packed)
    expect(net.packPhoto).toHaveBeenCalledTimes(1)
    await answer(await upload(3))
  })

  test('a small one goes as it is, however often', async () => {
    await open()
    await choose(photo())
    const first = await upload()
    await act(async () => first.fail(new ApiError(0, 'offline')))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Prøv igjen' })))
    expect((await upload(2)).file).toBe(first.file)
    await answer(await upload(2))
  })

  test.each([415, 422])('what the server refuses with %i is packed and sent again by itself', async (status) => {
    await open()
    await choose(photo())
    const first = await upload()
    act(() => first.onProgress(1))
    await act(async () => first.fail(new ApiError(status, 'validation')))
    const second = await upload(2)
    expect(second.file).toBe(packed)
    expect(clientId(second)).toBe(clientId(first))
    expect(screen.queryByText(/Kunne ikke sende bilde/)).toBeNull()
    await answer(second)
    expect(await said('Bilde sendt')).toBeTruthy()
    expect(images()).toHaveLength(1)
  })

  test('a refusal is not offered again', async () => {
    await open()
    await choose(photo())
    await act(async () => uploads[0]?.fail(new ApiError(422, 'validation')))
    await act(async () => uploads[1]?.fail(new ApiError(422, 'validation')))
    expect(uploads).toHaveLength(2)
    expect(await said(/^Kunne ikke sende bilde. Bildet kunne ikke leses/)).toBeTruthy()
    expect(screen.queryByText('Bildet er ikke sendt')).toBeNull()
  })

  test('other files are not sent', async () => {
    await open()
    await choose(photo('rute.pdf', 'application/pdf'))
    expect(await said('Kun bildefiler er tillatt')).toBeTruthy()
    await choose(photo('uten-type', ''))
    expect(uploads).toHaveLength(0)
    expect(attach().getAttribute('aria-disabled')).toBeNull()
  })

  test('several at once are not sent', async () => {
    await open()
    fireEvent.drop(log(), { dataTransfer: { types: ['Files'], files: [photo(), photo()] } })
    expect(await said('Send ett bilde om gangen')).toBeTruthy()
    expect(uploads).toHaveLength(0)
  })

  test('nor what cannot be read, or made small enough', async () => {
    await open()
    readable = false
    await choose(photo('IMG_1.heic', 'image/heic'))
    expect(await said(/^Bildet kunne ikke leses/)).toBeTruthy()
    readable = true
    net.photoToSend.mockRejectedValue(new ImageError('not_compressed'))
    await choose(photo())
    expect(await said('Kunne ikke komprimere bildet under 5MB')).toBeTruthy()
    expect(uploads).toHaveLength(0)
    expect(images()).toHaveLength(0)
    expect(attach().getAttribute('aria-disabled')).toBeNull()
  })
})

describe('other ways in', () => {
  test('a dropped image is sent; the place for it is shown', async () => {
    await open()
    const dataTransfer = { types: ['Files'], files: [photo()] }
    fireEvent.dragOver(log(), { dataTransfer })
    expect(screen.getByText('Slipp bildet her')).toBeTruthy()
    fireEvent.drop(log(), { dataTransfer })
    expect(screen.queryByText('Slipp bildet her')).toBeNull()
    await answer(await upload())
  })

  test('what is dropped beside it is neither sent nor opened', async () => {
    await open()
    const dataTransfer = { types: ['Files'], files: [photo()], dropEffect: 'copy' }
    for (const aside of [screen.getByRole('heading', { level: 2 }), screen.getByRole('navigation'), document.body]) {
      expect(fireEvent.dragOver(aside, { dataTransfer })).toBe(false)
      expect(fireEvent.drop(aside, { dataTransfer })).toBe(false)
    }
    expect(dataTransfer.dropEffect).toBe('none')
    expect(attach().getAttribute('aria-disabled')).toBeNull()
    expect(fireEvent.dragOver(document.body, { dataTransfer: { types: ['text/plain'] } })).toBe(true)
  })

  test('nor what is dropped on an image that is open in full', async () => {
    stored = [image(1)]
    await open()
    fireEvent.click(within(log()).getByRole('button', { name: 'Bilde fra Ingrid Solberg' }))
    const dialog = await screen.findByRole('dialog', { name: 'Bilde fra Ingrid Solberg' })
    const dataTransfer = { types: ['Files'], files: [photo()] }
    expect(fireEvent.dragOver(dialog, { dataTransfer })).toBe(false)
    expect(fireEvent.drop(dialog, { dataTransfer })).toBe(false)
    expect(screen.queryByText('Slipp bildet her')).toBeNull()
    expect(attach().getAttribute('aria-disabled')).toBeNull()
  })

  test('a pasted image is sent, pasted words stay words', async () => {
    await open()
    const words = { types: ['text/plain', 'Files'], files: [photo()] }
    expect(fireEvent.paste(await field(), { clipboardData: words })).toBe(true)
    expect(uploads).toHaveLength(0)
    expect(fireEvent.paste(await field(), { clipboardData: { types: ['Files'], files: [photo()] } })).toBe(false)
    await answer(await upload())
  })
})

describe('an image in the conversation', () => {
  test('keeps its place, says whose it is, and opens in full', async () => {
    stored = [image(1)]
    await open()
    const [shown] = images()
    expect(shown?.alt).toBe('Bilde fra Ingrid Solberg')
    expect([shown?.getAttribute('width'), shown?.getAttribute('height')]).toEqual(['1200', '800'])
    const button = within(log()).getByRole('button', { name: 'Bilde fra Ingrid Solberg' })
    button.focus()
    fireEvent.click(button)
    const dialog = await screen.findByRole('dialog', { name: 'Bilde fra Ingrid Solberg' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Lukk' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  })

  test('opened in full it says that it is being loaded, and when it cannot be', async () => {
    stored = [image(1)]
    await open()
    fireEvent.click(within(log()).getByRole('button', { name: 'Bilde fra Ingrid Solberg' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Bilde fra Ingrid Solberg' }))
    const shown = () => dialog.getByRole('img', { name: 'Bilde fra Ingrid Solberg' })
    expect(dialog.getByText('Laster...')).toBeTruthy()
    fireEvent.error(shown())
    expect(dialog.getByText('Bildet kunne ikke vises')).toBeTruthy()
    const again = dialog.getByRole('button', { name: 'Prøv igjen' })
    again.focus()
    fireEvent.click(again)
    expect(document.activeElement).toBe(dialog.getByRole('heading'))
    fireEvent.load(shown())
    expect(dialog.queryByText('Laster...')).toBeNull()
    fireEvent.click(dialog.getByRole('button', { name: 'Lukk' }))
  })

  test.each([
    ['the net', async () => Promise.reject(new TypeError('no net'))],
    ['the server', async () => new Response('', { status: 503 })],
  ])('that cannot be loaded because of %s is tried again', async (_, answered) => {
    vi.stubGlobal('fetch', vi.fn(answered))
    stored = [image(1)]
    await open()
    const [broken] = images()
    if (broken) fireEvent.error(broken)
    expect(await screen.findByText('Bildet kunne ikke vises')).toBeTruthy()
    const again = screen.getByRole('button', { name: 'Prøv igjen' })
    again.focus()
    fireEvent.click(again)
    expect(images()).toHaveLength(1)
    expect(document.activeElement).toBe(log())
  })

  test('that has been removed since leaves a word', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response('', { status: 404 })),
    )
    stored = [image(1)]
    await open()
    within(log()).getByRole('button', { name: 'Bilde fra Ingrid Solberg' }).focus()
    const [broken] = images()
    if (broken) fireEvent.error(broken)
    expect(await within(log()).findByText('Bildet er fjernet')).toBeTruthy()
    expect(images()).toHaveLength(0)
    expect(document.activeElement).toBe(log())
  })

  test('that was removed leaves a word', async () => {
    stored = [image(1, { image_url: null, image_size: null })]
    await open()
    expect(within(log()).getByText('Bildet er fjernet')).toBeTruthy()
    expect(images()).toHaveLength(0)
    expect(within(log()).queryByRole('button')).toBeNull()
  })

  test('is announced, and is a word in the list', async () => {
    await open()
    stored.push(image(2))
    arrive(image(2))
    expect(await screen.findByText('Nytt bilde fra Ingrid Solberg')).toBeTruthy()
    const entry = screen.getByRole('link', { name: /Ingrid Solberg.*Bilde/ })
    expect(entry.textContent).toContain('Bilde')
  })
})

describe('leaving the conversation, or the page', () => {
  const key = () => `${me} ${chatId}`
  const unsent = () => screen.queryByText('Bildet er ikke sendt')

  test('ends the sending without a word; the image waits until it is forgotten', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    await act(() => holdImage(key()))
    expect(sending.signal.aborted).toBe(true)
    expect(unsent()).toBeTruthy()
    expect(screen.queryByText(/Kunne ikke sende bilde/)).toBeNull()
    act(() => forgetImage(key()))
    expect(unsent()).toBeNull()
  })

  test('waits for the answer where all of it is sent', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    act(() => sending.onProgress(1))
    const ended = vi.fn()
    void holdImage(key()).then(ended)
    await answer(sending)
    await waitFor(() => expect(ended).toHaveBeenCalled())
    expect(sending.signal.aborted).toBe(false)
    expect(unsent()).toBeNull()
  })

  test('nothing stays of somebody who has signed out', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    await act(async () => sending.fail(new ApiError(0, 'offline')))
    await waitFor(() => expect(unsent()).toBeTruthy())
    act(() => tellSession('SIGNED_OUT'))
    expect(unsent()).toBeNull()
  })
})
