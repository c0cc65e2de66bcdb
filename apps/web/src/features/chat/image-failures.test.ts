import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api'
import { ImageError } from '#lib/images'
import {
  answer,
  arrive,
  attach,
  choose,
  clientId,
  given,
  image,
  images,
  setUpImageChat,
  log,
  open,
  photo,
  said,
  upload,
} from '../../../test/chat-images.tsx'
import { me } from '../../../test/chat-server.ts'
import { fakePhoto, packed, uploads } from '../../../test/chat-uploads.ts'
import { text } from '../../../test/text.ts'

vi.mock('#lib/live', async () => (await import('../../../test/live.ts')).steadyLive)
vi.mock('#lib/session', async () => (await import('../../../test/chat-server.ts')).fakeSession)
vi.mock('#lib/upload', async () => (await import('../../../test/chat-uploads.ts')).fakeUpload)
vi.mock('#lib/photo', async () => (await import('../../../test/chat-uploads.ts')).fakePhoto)
vi.mock('#lib/api', async (original) => ({
  ...(await original<object>()),
  api: (await import('../../../test/chat-server.ts')).server,
}))

setUpImageChat()

describe('what cannot be sent', () => {
  test('a failure takes it away and says so; another try needs no other choice and keeps the id', async () => {
    await open()
    await choose(photo())
    const first = await upload()
    await act(async () => first.fail(new ApiError(500, 'internal')))
    expect(images()).toHaveLength(0)
    expect(within(screen.getByRole('alert')).getByText(text('chat.image_failed'))).toBeTruthy()
    expect(screen.getByText(text('chat.image_unsent'))).toBeTruthy()
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: text('core.retry') })))
    const second = await upload(2)
    expect(clientId(second)).toBe(clientId(first))
    expect(second.file).toBe(first.file)
    expect(screen.queryByText(text('chat.image_unsent'))).toBeNull()
    await answer(second)
    expect(images()).toHaveLength(1)
  })

  test('one may let it be', async () => {
    await open()
    await choose(photo())
    await act(async () => uploads[0]?.fail(new ApiError(0, 'offline')))
    fireEvent.click(screen.getByRole('button', { name: text('chat.image_discard') }))
    expect(screen.queryByText(text('chat.image_unsent'))).toBeNull()
  })

  test('when only the answer was lost, the image that arrives ends it', async () => {
    await open()
    await choose(photo())
    const sending = await upload()
    await act(async () => sending.fail(new ApiError(0, 'offline')))
    arrive(image(2, { sender_id: me, client_id: clientId(sending) }))
    await waitFor(() => expect(images()).toHaveLength(1))
    expect(screen.queryByText(text('chat.image_unsent'))).toBeNull()
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
    const again = screen.getByRole('button', { name: text('core.retry') })
    again.focus()
    await act(async () => void fireEvent.click(again))
    expect(document.activeElement).toBe(attach())
    const second = await upload(2)
    await act(async () => second.fail(new ApiError(500, 'internal')))
    const discard = screen.getByRole('button', { name: text('chat.image_discard') })
    discard.focus()
    fireEvent.click(discard)
    expect(document.activeElement).toBe(attach())
  })

  test('no other one takes its place unasked', async () => {
    await open()
    await choose(photo())
    await act(async () => uploads[0]?.fail(new ApiError(500, 'internal')))
    expect(attach().getAttribute('aria-description')).toBe(text('chat.image_unsent_first'))
    fireEvent.click(attach())
    expect(await said(text('chat.image_unsent_first'))).toBeTruthy()
    fireEvent.drop(log(), { dataTransfer: { types: ['Files'], files: [photo()] } })
    expect(screen.getByText(text('chat.image_unsent'))).toBeTruthy()
    expect(uploads).toHaveLength(1)
  })

  test('a large one that was lost on its way is packed before it goes there again', async () => {
    await open()
    const large = Object.defineProperty(photo(), 'size', { value: 2 * 1024 * 1024 })
    await choose(large)
    const first = await upload()
    expect(first.file).toBe(large)
    await act(async () => first.fail(new ApiError(0, 'offline')))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: text('core.retry') })))
    const second = await upload(2)
    expect(second.file).toBe(packed)
    expect(clientId(second)).toBe(clientId(first))
    // Once is enough.
    await act(async () => second.fail(new ApiError(0, 'offline')))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: text('core.retry') })))
    expect((await upload(3)).file).toBe(packed)
    expect(fakePhoto.packPhoto).toHaveBeenCalledTimes(1)
    await answer(await upload(3))
  })

  test('a small one goes as it is, however often', async () => {
    await open()
    await choose(photo())
    const first = await upload()
    await act(async () => first.fail(new ApiError(0, 'offline')))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: text('core.retry') })))
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
    expect(await said(text('chat.image_sent'))).toBeTruthy()
    expect(images()).toHaveLength(1)
  })

  test('a refusal is not offered again', async () => {
    await open()
    await choose(photo())
    await act(async () => uploads[0]?.fail(new ApiError(422, 'validation')))
    await act(async () => uploads[1]?.fail(new ApiError(422, 'validation')))
    expect(uploads).toHaveLength(2)
    expect((await said(text('chat.image_failed'))).nextElementSibling?.textContent).toMatch(/^Bildet kunne ikke leses/)
    expect(screen.queryByText(text('chat.image_unsent'))).toBeNull()
  })

  test('other files are not sent', async () => {
    await open()
    await choose(photo('rute.pdf', 'application/pdf'))
    expect(await said(text('chat.image_type'))).toBeTruthy()
    await choose(photo('uten-type', ''))
    expect(uploads).toHaveLength(0)
    expect(attach().getAttribute('aria-disabled')).toBeNull()
  })

  test('several at once are not sent', async () => {
    await open()
    fireEvent.drop(log(), { dataTransfer: { types: ['Files'], files: [photo(), photo()] } })
    expect(await said(text('chat.image_several'))).toBeTruthy()
    expect(uploads).toHaveLength(0)
  })

  test('nor what cannot be read, or made small enough', async () => {
    await open()
    given.readable = false
    await choose(photo('IMG_1.heic', 'image/heic'))
    expect(await said(/^Bildet kunne ikke leses/)).toBeTruthy()
    given.readable = true
    fakePhoto.photoToSend.mockRejectedValue(new ImageError('not_compressed'))
    await choose(photo())
    expect(await said(text('chat.image_too_big'))).toBeTruthy()
    expect(uploads).toHaveLength(0)
    expect(images()).toHaveLength(0)
    expect(attach().getAttribute('aria-disabled')).toBeNull()
  })
})
