import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  answer,
  arrive,
  attach,
  field,
  image,
  images,
  setUpImageChat,
  log,
  open,
  photo,
  upload,
} from '../../../test/chat-images.tsx'
import { known, server } from '../../../test/chat-server.ts'
import { uploads } from '../../../test/chat-uploads.ts'
import { noNetwork, ofStatus } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'

setUpImageChat()

describe('dropping and pasting', () => {
  test('a dropped image is sent, and the drop area is shown', async () => {
    await open()
    const dataTransfer = { types: ['Files'], files: [photo()] }
    fireEvent.dragOver(log(), { dataTransfer })
    expect(screen.getByText(text('chat.image_drop'))).toBeTruthy()
    fireEvent.drop(log(), { dataTransfer })
    expect(screen.queryByText(text('chat.image_drop'))).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: text('chat.image_send') }))
    await answer(await upload())
  })

  test('a file dropped outside the area is neither sent nor opened', async () => {
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

  test('a file dropped on an enlarged image is neither sent nor opened', async () => {
    known.stored = [image(1)]
    await open()
    fireEvent.click(within(log()).getByRole('button', { name: text('chat.image_from', { name: 'Ingrid Solberg' }) }))
    const dialog = await screen.findByRole('dialog', { name: text('chat.image_from', { name: 'Ingrid Solberg' }) })
    const dataTransfer = { types: ['Files'], files: [photo()] }
    expect(fireEvent.dragOver(dialog, { dataTransfer })).toBe(false)
    expect(fireEvent.drop(dialog, { dataTransfer })).toBe(false)
    expect(screen.queryByText(text('chat.image_drop'))).toBeNull()
    expect(attach().getAttribute('aria-disabled')).toBeNull()
  })

  test('a pasted image is sent, and pasted text stays text', async () => {
    await open()
    const words = { types: ['text/plain', 'Files'], files: [photo()] }
    expect(fireEvent.paste(await field(), { clipboardData: words })).toBe(true)
    expect(uploads).toHaveLength(0)
    expect(fireEvent.paste(await field(), { clipboardData: { types: ['Files'], files: [photo()] } })).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: text('chat.image_send') }))
    await answer(await upload())
  })
})

describe('an image in the conversation', () => {
  test('keeps its place, names its sender, and opens enlarged', async () => {
    known.stored = [image(1)]
    await open()
    const [shown] = images()
    expect(shown?.alt).toBe(text('chat.image_from', { name: 'Ingrid Solberg' }))
    expect([shown?.getAttribute('width'), shown?.getAttribute('height')]).toEqual(['1200', '800'])
    const button = within(log()).getByRole('button', { name: text('chat.image_from', { name: 'Ingrid Solberg' }) })
    button.focus()
    fireEvent.click(button)
    const dialog = await screen.findByRole('dialog', { name: text('chat.image_from', { name: 'Ingrid Solberg' }) })
    fireEvent.click(within(dialog).getByRole('button', { name: text('core.close') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  })

  test('enlarged shows that it is loading, and when it cannot be loaded', async () => {
    known.stored = [image(1)]
    await open()
    fireEvent.click(within(log()).getByRole('button', { name: text('chat.image_from', { name: 'Ingrid Solberg' }) }))
    const dialog = within(
      await screen.findByRole('dialog', { name: text('chat.image_from', { name: 'Ingrid Solberg' }) }),
    )
    const shown = () => dialog.getByRole('img', { name: text('chat.image_from', { name: 'Ingrid Solberg' }) })
    expect(dialog.getByText(text('core.loading'))).toBeTruthy()
    fireEvent.error(shown())
    expect(dialog.getByText(text('chat.image_not_loaded'))).toBeTruthy()
    const again = dialog.getByRole('button', { name: text('core.retry') })
    again.focus()
    fireEvent.click(again)
    expect(document.activeElement).toBe(dialog.getByRole('heading'))
    fireEvent.load(shown())
    expect(dialog.queryByText(text('core.loading'))).toBeNull()
    fireEvent.click(dialog.getByRole('button', { name: text('core.close') }))
  })

  test.each([
    ['the network', noNetwork],
    ['the server', () => ofStatus(503)],
  ])('that cannot be loaded because of %s is loaded again on request', async (_, file) => {
    server.file = file
    known.stored = [image(1)]
    await open()
    const [broken] = images()
    if (broken) fireEvent.error(broken)
    expect(await screen.findByText(text('chat.image_not_loaded'))).toBeTruthy()
    const again = screen.getByRole('button', { name: text('core.retry') })
    again.focus()
    fireEvent.click(again)
    expect(images()).toHaveLength(1)
    expect(document.activeElement).toBe(log())
  })

  test('that has been removed since it was loaded becomes a notice', async () => {
    server.file = () => ofStatus(404)
    known.stored = [image(1)]
    await open()
    within(log())
      .getByRole('button', { name: text('chat.image_from', { name: 'Ingrid Solberg' }) })
      .focus()
    const [broken] = images()
    if (broken) fireEvent.error(broken)
    expect(await within(log()).findByText(text('chat.image_removed'))).toBeTruthy()
    expect(images()).toHaveLength(0)
    expect(document.activeElement).toBe(log())
  })

  test('that was removed before is a notice', async () => {
    known.stored = [image(1, { image_url: null, image_size: null })]
    await open()
    expect(within(log()).getByText(text('chat.image_removed'))).toBeTruthy()
    expect(images()).toHaveLength(0)
    expect(within(log()).queryByRole('button')).toBeNull()
  })

  test('is announced, and named in the list', async () => {
    await open()
    known.stored.push(image(2))
    arrive(image(2))
    expect(await screen.findByText(text('chat.image_announce', { name: 'Ingrid Solberg' }))).toBeTruthy()
    const entry = screen.getByRole('link', { name: new RegExp(`Ingrid Solberg.*${text('chat.image')}`) })
    expect(entry.textContent).toContain(text('chat.image'))
  })
})
