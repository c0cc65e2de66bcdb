import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
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
  sendPhoto,
  findToast,
  upload,
} from '../../../test/chat-images.tsx'
import { me } from '../../../test/chat-server.ts'
import { pack, packed, uploads } from '../../../test/chat-uploads.ts'
import { startingWith, text } from '../../../test/text.ts'

setUpImageChat()

describe('an image that cannot be sent', () => {
  test('disappears with an error; a retry sends the same file under the same id', async () => {
    const first = await sendPhoto()
    await act(async () => first.fail(500))
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

  test('can be discarded', async () => {
    const first = await sendPhoto()
    await act(async () => first.lose())
    fireEvent.click(screen.getByRole('button', { name: text('chat.image_discard') }))
    expect(screen.queryByText(text('chat.image_unsent'))).toBeNull()
  })

  test('is taken as sent when it arrives although the response was lost', async () => {
    const sending = await sendPhoto()
    await act(async () => sending.lose())
    arrive(image(2, { sender_id: me, client_id: clientId(sending) }))
    await waitFor(() => expect(images()).toHaveLength(1))
    expect(screen.queryByText(text('chat.image_unsent'))).toBeNull()
  })

  test('is taken as sent when it has arrived before the response fails', async () => {
    const sending = await sendPhoto()
    arrive(image(2, { sender_id: me, client_id: clientId(sending) }))
    await act(async () => sending.lose())
    expect(images()).toHaveLength(1)
    expect(screen.queryByText(text('chat.image_failed'))).toBeNull()
  })

  test('leaves the focus near the pressed button', async () => {
    const first = await sendPhoto()
    await act(async () => first.fail(500))
    const again = screen.getByRole('button', { name: text('core.retry') })
    again.focus()
    await act(async () => void fireEvent.click(again))
    expect(document.activeElement).toBe(attach())
    const second = await upload(2)
    await act(async () => second.fail(500))
    const discard = screen.getByRole('button', { name: text('chat.image_discard') })
    discard.focus()
    fireEvent.click(discard)
    expect(document.activeElement).toBe(attach())
  })

  test('is not replaced by another one until it is discarded', async () => {
    const first = await sendPhoto()
    await act(async () => first.fail(500))
    expect(attach().getAttribute('aria-description')).toBe(text('chat.image_unsent_first'))
    fireEvent.click(attach())
    expect(await findToast(text('chat.image_unsent_first'))).toBeTruthy()
    fireEvent.drop(log(), { dataTransfer: { types: ['Files'], files: [photo()] } })
    expect(screen.getByText(text('chat.image_unsent'))).toBeTruthy()
    expect(uploads).toHaveLength(1)
  })

  test('is packed before a retry when it is large', async () => {
    await open()
    const large = Object.defineProperty(photo(), 'size', { value: 2 * 1024 * 1024 })
    await choose(large)
    const first = await upload()
    expect(first.file).toBe(large)
    await act(async () => first.lose())
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: text('core.retry') })))
    const second = await upload(2)
    expect(second.file).toBe(packed)
    expect(clientId(second)).toBe(clientId(first))
    // It is packed once.
    await act(async () => second.lose())
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: text('core.retry') })))
    expect((await upload(3)).file).toBe(packed)
    expect(pack).toHaveBeenCalledTimes(1)
    await answer(await upload(3))
  })

  test('is retried unchanged when it is small', async () => {
    const first = await sendPhoto()
    await act(async () => first.lose())
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: text('core.retry') })))
    expect((await upload(2)).file).toBe(first.file)
    await answer(await upload(2))
  })

  test.each([415, 422])(
    'is packed and sent again without a question when the server refuses it with %i',
    async (status) => {
      const first = await sendPhoto()
      act(() => first.onProgress(1))
      await act(async () => first.fail(status))
      const second = await upload(2)
      expect(second.file).toBe(packed)
      expect(clientId(second)).toBe(clientId(first))
      expect(screen.queryByText(text('chat.image_failed'))).toBeNull()
      await answer(second)
      expect(await findToast(text('chat.image_sent'))).toBeTruthy()
      expect(images()).toHaveLength(1)
    },
  )

  test('offers no retry after a second refusal', async () => {
    const first = await sendPhoto()
    await act(async () => first.fail(422))
    await act(async () => uploads[1]?.fail(422))
    expect(uploads).toHaveLength(2)
    expect((await findToast(text('chat.image_failed'))).nextElementSibling?.textContent).toMatch(
      startingWith(text('chat.image_unreadable')),
    )
    expect(screen.queryByText(text('chat.image_unsent'))).toBeNull()
  })

  test('is refused when it is no image', async () => {
    await open()
    await choose(photo('rute.pdf', 'application/pdf'))
    expect(await findToast(text('chat.image_type'))).toBeTruthy()
    await choose(photo('uten-type', ''))
    expect(uploads).toHaveLength(0)
    expect(attach().getAttribute('aria-disabled')).toBeNull()
  })

  test('is refused when there are several at once', async () => {
    await open()
    fireEvent.drop(log(), { dataTransfer: { types: ['Files'], files: [photo(), photo()] } })
    expect(await findToast(text('chat.image_several'))).toBeTruthy()
    expect(uploads).toHaveLength(0)
  })

  test('is refused when it cannot be read or made small enough', async () => {
    await open()
    given.readable = false
    await choose(photo('IMG_1.heic', 'image/heic'))
    expect(await findToast(startingWith(text('chat.image_unreadable')))).toBeTruthy()
    given.readable = true
    pack.mockReturnValue({ problem: 'not_compressed' })
    await choose(photo('IMG_1.heic', 'image/heic'))
    expect(await findToast(text('chat.image_too_big'))).toBeTruthy()
    expect(uploads).toHaveLength(0)
    expect(images()).toHaveLength(0)
    expect(attach().getAttribute('aria-disabled')).toBeNull()
  })
})
