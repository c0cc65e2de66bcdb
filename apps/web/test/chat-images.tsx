/** A conversation for tests of images. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, vi } from 'vitest'
import type { ChatSummary, Message } from '@samtur/contract/chat'
import { tellSignedOut } from '#lib/session'
import { text } from './text.ts'
import { ChatScreen } from '../src/features/chat/chat-screen.tsx'
import { isBusy } from '../src/features/chat/image-sending.ts'
import { known, me, message, serveChat, server, summary } from './chat-server.ts'
import { fakeConnection, sendEvent } from './live.ts'
import { resetUploads, uploads, type Upload } from './chat-uploads.ts'
import { show } from './show.tsx'

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
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => `blob:${++urls}`
      static override revokeObjectURL() {}
    },
  )
}

/** Prepares each test: a conversation with one text. */
export function setUpImageChat() {
  serveChat()
  fakeConnection('joined')
  beforeEach(() => {
    fillBrowser()
    // Clears uploads that another test has left.
    tellSignedOut()
    resetUploads()
    known.chatId = crypto.randomUUID()
    Object.assign(known, { stored: [message(1)], total: 0, cleared: 0 })
    Object.assign(given, { readable: true, others: [] })
    server.answers['chat.list'] = () => ({ items: [summary(), ...given.others] })
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

export const arrive = (arrived: Message) => sendEvent({ event: 'message', message: arrived }, `chat:${arrived.chat_id}`)

export async function open(address = `/chat?chat=${known.chatId}`) {
  await act(async () => void (await show(<ChatScreen me={me} />, address)))
  await field()
}
export const field = () => screen.findByRole<HTMLTextAreaElement>('textbox')
export const log = () => screen.getByRole('log')
const isImage = (name: string) =>
  [text('chat.image_own'), text('chat.image_from', { name: 'Ingrid Solberg' })].includes(name)
export const images = () => within(log()).queryAllByRole<HTMLImageElement>('img', { name: isImage })
export const attach = () => screen.getByRole('button', { name: text('chat.image_attach') })
export const findToast = (text: string | RegExp) =>
  within(screen.getByRole('region', { name: 'Messages' })).findByText(text)

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

/** Opens the conversation and sends a photo. Returns the running upload. */
export async function sendPhoto() {
  await open()
  await choose(photo())
  return upload()
}

export const clientId = ({ url }: Upload) => new URL(url, 'http://here').searchParams.get('client_id')

/** Responds to the upload, and waits until the conversation shows the stored image. */
export async function answer(sent: Upload, seq = known.stored.length + 1) {
  const stored = image(seq, { sender_id: me, client_id: clientId(sent) })
  known.stored.push(stored)
  await act(async () => sent.answer(stored))
  await waitFor(() => expect(isBusy()).toBe(false))
}
