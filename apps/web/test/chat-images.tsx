/** A conversation for tests of images. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from '#lib/router'
import { beforeAll, beforeEach, expect, vi } from 'vitest'
import type { ChatSummary, Message } from '@samtur/contract/chat'
import { needCatalogues, setLanguage } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { ToastProvider } from '#ui/toast'
import { text } from './text.ts'
import { ChatScreen } from '../src/features/chat/chat-screen.tsx'
import { known, me, message, server, summary, tellSession } from './chat-server.ts'
import { resetConnection, tell } from './live.ts'
import { resetUploads, uploads, type Upload } from './chat-uploads.ts'

/** Whether a picture can be decoded, and the other conversations. */
export const given = { readable: true, others: [] as ChatSummary[] }

/** Fires its load event at once. */
class FakeImage extends EventTarget {
  naturalWidth = 1200
  naturalHeight = 800
  set src(_: string) {
    queueMicrotask(() => this.dispatchEvent(new Event(given.readable ? 'load' : 'error')))
  }
}

function fillBrowser() {
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
}

/** Prepares each test: a conversation with one text. */
export function setUpImageChat() {
  beforeAll(async () => {
    configure({ asyncUtilTimeout: 5_000 })
    fillBrowser()
    await needCatalogues(['core', 'errors', 'chat'])
    await setLanguage('no')
  })
  beforeEach(() => {
    queryClient.clear()
    // Clears uploads that another test has left.
    tellSession('SIGNED_OUT')
    resetConnection()
    resetUploads()
    known.chatId = crypto.randomUUID()
    known.stored = [message(1)]
    Object.assign(given, { readable: true, others: [] })
    server.chat = {
      list: vi.fn(async () => ({ items: [summary(), ...given.others] })),
      messages: vi.fn(async () => ({ items: known.stored, has_older: false, cleared_seq: 0 })),
      send: vi.fn(async ({ body }: { body: Partial<Message> }) => {
        const fresh = message(known.stored.length + 1, { sender_id: me, ...body })
        known.stored.push(fresh)
        return fresh
      }),
      read: vi.fn(async () => ({ chats: [], total: 0 })),
    }
  })
}

export const image = (seq: number, change: Partial<Message> = {}) =>
  message(seq, {
    content: null,
    message_type: 'image',
    image_url: `/files/chat-images/key${seq}`,
    image_size: { width: 1200, height: 800 },
    ...change,
  })

export const arrive = (arrived: Message) => tell({ event: 'message', message: arrived }, `chat:${arrived.chat_id}`)

export async function open(address = `/chat?chat=${known.chatId}`) {
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
export const field = () => screen.findByRole<HTMLTextAreaElement>('textbox')
export const log = () => screen.getByRole('log')
export const images = () => within(log()).queryAllByRole<HTMLImageElement>('img', { name: /^Bilde/ })
export const attach = () => screen.getByRole('button', { name: text('chat.image_attach') })
export const said = (text: string | RegExp) =>
  within(screen.getByRole('region', { name: 'Beskjeder' })).findByText(text)

export const photo = (name = 'tur.jpg', type = 'image/jpeg') => new File(['bilde'], name, { type })

/** Chooses files, and sends the image in the preview. */
export async function choose(...files: File[]) {
  await pick(...files)
  const send = screen.queryByRole('button', { name: text('chat.image_send') })
  if (send) await act(async () => void fireEvent.click(send))
}

export async function pick(...files: File[]) {
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('there is no input for files')
  await act(async () => void fireEvent.change(input, { target: { files } }))
}

/** Returns the running upload, once there is one more than before. */
export async function upload(count = 1): Promise<Upload> {
  await waitFor(() => expect(uploads).toHaveLength(count))
  const latest = uploads.at(-1)
  if (!latest) throw new Error('nothing is being sent')
  return latest
}

export const clientId = ({ url }: Upload) => new URL(url, 'http://here').searchParams.get('client_id')

export const answer = (sent: Upload, seq = known.stored.length + 1) =>
  act(async () => {
    const fresh = image(seq, { sender_id: me, client_id: clientId(sent) })
    known.stored.push(fresh)
    sent.answer(fresh)
  })
