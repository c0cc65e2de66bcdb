import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { tellSignedOut } from '#lib/session'
import {
  answer,
  attach,
  choose,
  field,
  given,
  images,
  setUpImageChat,
  log,
  open,
  photo,
  sendPhoto,
  pick,
  findToast,
  upload,
} from '../../../test/chat-images.tsx'
import { known, me, server, summary } from '../../../test/chat-server.ts'
import { pack, packed, uploads } from '../../../test/chat-uploads.ts'
import { text } from '../../../test/text.ts'
import { forgetImage, holdImage } from './image-sending.ts'

setUpImageChat()

describe('a chosen image', () => {
  const preview = () => screen.queryByRole('dialog', { name: text('chat.image_preview_title') })

  test('is shown before it is sent, and not sent when the preview is cancelled', async () => {
    await open()
    await pick(photo())
    expect(
      within(preview()!)
        .getByRole('img', { name: text('chat.image_preview') })
        .getAttribute('src'),
    ).toMatch(/^blob:/)
    fireEvent.click(within(preview()!).getByRole('button', { name: text('core.cancel') }))
    expect(preview()).toBeNull()
    expect([uploads, images()]).toEqual([[], []])
    await choose(photo())
    expect(preview()).toBeNull()
    await answer(await upload())
    expect(images()).toHaveLength(1)
  })

  test('that the browser cannot show is refused before it is sent', async () => {
    await open()
    await pick(photo())
    fireEvent.error(within(preview()!).getByRole('img'))
    expect(preview()).toBeNull()
    expect(await findToast(text('chat.image_unreadable'))).toBeTruthy()
    expect(uploads).toHaveLength(0)
  })
})

describe('sending an image', () => {
  test('shows it at once, and replaces it by the stored one without moving', async () => {
    const sending = await sendPhoto()
    expect(sending.url).toMatch(new RegExp(`^/api/v1/chats/${known.chatId}/images\\?client_id=[0-9a-f-]{36}$`))
    await waitFor(() => expect(images()[0]?.src).toMatch(/^blob:/))
    const shown = images()[0]
    expect(shown?.alt).toBe(text('chat.image_own'))
    act(() => sending.onProgress(0.4))
    expect(screen.getByRole('progressbar', { name: text('chat.image_sending') }).getAttribute('aria-valuenow')).toBe(
      '40',
    )
    await answer(sending)
    expect(images()).toEqual([shown])
    expect(shown?.getAttribute('src')).toBe('/files/chat-images/key2')
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(await findToast(text('chat.image_sent'))).toBeTruthy()
  })

  test('sends the packed file when it had to be packed', async () => {
    await open()
    const chosen = photo('IMG_1.heic', 'image/heic')
    await choose(chosen)
    expect((await upload()).file).toBe(packed)
    expect(pack).toHaveBeenCalledExactlyOnceWith(chosen)
  })

  test('sends one at a time, and the button says why', async () => {
    const sending = await sendPhoto()
    expect(attach().getAttribute('aria-disabled')).toBe('true')
    expect(attach().getAttribute('aria-description')).toBe(text('chat.image_wait'))
    fireEvent.click(attach())
    expect(await findToast(text('chat.image_wait'))).toBeTruthy()
    await choose(photo())
    expect(uploads).toHaveLength(1)
    await answer(sending)
    expect(attach().getAttribute('aria-disabled')).toBeNull()
    await choose(photo())
    await answer(await upload(2))
  })

  test('lets texts be sent meanwhile, which are before the image', async () => {
    const sending = await sendPhoto()
    for (const value of ['En', 'To']) {
      fireEvent.change(await field(), { target: { value } })
      fireEvent.keyDown(await field(), { key: 'Enter' })
    }
    await waitFor(() => expect(server.sentTo('chat.send')).toHaveLength(2))
    await waitFor(() => expect(known.stored).toHaveLength(3))
    const parts = [`${text('chat.you')} En`, `${text('chat.you')} To`, text('chat.sending')]
    const order = () =>
      within(log())
        .getAllByRole('listitem')
        .map((item) => item.textContent ?? '')
        .map((bubble) => parts.find((part) => bubble.includes(part)))
        .filter((part) => part !== undefined)
    await waitFor(() => expect(order()).toEqual(parts))
    await answer(sending, 4)
    expect(images()).toHaveLength(1)
  })

  test('keeps the order in which images and texts were sent', async () => {
    server.hold('chat.send')
    await open()
    await choose(photo())
    await upload()
    // The order is by the millisecond.
    const chosen = Date.now()
    await waitFor(() => expect(Date.now()).toBeGreaterThan(chosen), { interval: 1 })
    fireEvent.change(await field(), { target: { value: 'Se her' } })
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(within(log()).getAllByText(text('chat.sending'))).toHaveLength(2))
    const [shown, words] = [images()[0], within(log()).getByText('Se her')]
    expect(shown && shown.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  test('continues while another conversation is open', async () => {
    given.others = [summary({ id: 'c2', other: { id: 'u3', full_name: 'Ola Nordmann', profile_picture: null } })]
    const sending = await sendPhoto()
    fireEvent.click(screen.getByRole('link', { name: /Ola Nordmann/ }))
    await screen.findByRole('textbox', { name: text('chat.write_to', { name: 'Ola Nordmann' }) })
    expect(images()).toHaveLength(0)
    expect(attach().getAttribute('aria-disabled')).toBe('true')
    expect(sending.aborted).toBe(false)
    await answer(sending)
    expect(await findToast(text('chat.image_sent'))).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: /Ingrid Solberg/ }))
    await waitFor(() => expect(images()).toHaveLength(1))
  })

  test('can be stopped, without an error', async () => {
    const sending = await sendPhoto()
    const button = screen.getByRole('button', { name: text('chat.image_stop') })
    button.focus()
    await act(async () => void fireEvent.click(button))
    expect(sending.aborted).toBe(true)
    expect(images()).toHaveLength(0)
    expect(document.activeElement).toBe(log())
    expect(screen.queryByText(text('chat.image_failed'))).toBeNull()
    expect(screen.queryByText(text('chat.image_sent'))).toBeNull()
    expect(attach().getAttribute('aria-disabled')).toBeNull()
  })

  test('cannot be stopped once everything is sent', async () => {
    const sending = await sendPhoto()
    screen.getByRole('button', { name: text('chat.image_stop') }).focus()
    act(() => sending.onProgress(1))
    expect(screen.queryByRole('button', { name: text('chat.image_stop') })).toBeNull()
    expect(screen.getByRole('progressbar', { name: text('chat.image_sending') })).toBeTruthy()
    expect(document.activeElement).toBe(log())
    await answer(sending)
  })

  test('draws its progress without the rest of the conversation', async () => {
    const sending = await sendPhoto()
    await waitFor(() => expect(images()).toHaveLength(1))
    // The conversation looks for its end each time it is drawn.
    const drawn = vi.fn(() => 0)
    Object.defineProperty(log(), 'scrollHeight', { get: drawn })
    for (const share of [0.1, 0.2, 0.5]) act(() => sending.onProgress(share))
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
    expect(drawn).not.toHaveBeenCalled()
    await answer(sending)
    expect(drawn).toHaveBeenCalled()
  })

  test('stops when the person signs out', async () => {
    const sending = await sendPhoto()
    await act(async () => tellSignedOut())
    expect(sending.aborted).toBe(true)
  })
})

describe('leaving the conversation, or the page', () => {
  const key = () => `${me} ${known.chatId}`
  const unsent = () => screen.queryByText(text('chat.image_unsent'))

  test('stops the upload without an error, and keeps the image until it is discarded', async () => {
    const sending = await sendPhoto()
    await act(() => holdImage(key()))
    expect(sending.aborted).toBe(true)
    expect(unsent()).toBeTruthy()
    expect(screen.queryByText(text('chat.image_failed'))).toBeNull()
    act(() => forgetImage(key()))
    expect(unsent()).toBeNull()
  })

  test('waits for the response when everything is sent', async () => {
    const sending = await sendPhoto()
    act(() => sending.onProgress(1))
    const ended = vi.fn()
    void holdImage(key()).then(ended)
    await answer(sending)
    await waitFor(() => expect(ended).toHaveBeenCalled())
    expect(sending.aborted).toBe(false)
    expect(unsent()).toBeNull()
  })

  test('removes the image when the person signs out', async () => {
    const sending = await sendPhoto()
    await act(async () => sending.lose())
    await waitFor(() => expect(unsent()).toBeTruthy())
    act(() => tellSignedOut())
    expect(unsent()).toBeNull()
  })
})
