import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setUpChat, address, choose, openConversation } from '../../../test/chat-page.tsx'
import { chatId, ingrid, known, server, summary } from '../../../test/chat-server.ts'
import { noNetwork } from '../../../test/server.ts'
import { containing, text } from '../../../test/text.ts'

setUpChat({ withPer: true })

describe('reporting', () => {
  const reason = (dialog: { getByRole: typeof screen.getByRole }) =>
    dialog.getByRole<HTMLTextAreaElement>('textbox', { name: text('chat.report_reason') })
  const write = (field: HTMLTextAreaElement, value: string) => fireEvent.change(field, { target: { value } })

  test('a report needs a reason, names what is sent along, and offers to block afterwards', async () => {
    await openConversation()
    const dialog = await choose(text('chat.report'))
    expect(dialog.getByText(text('chat.report_lead', { name: 'Ingrid Solberg' }))).toBeTruthy()
    const send = dialog.getByRole('button', { name: text('chat.report_send') })
    expect(dialog.getByRole('button', { name: text('core.cancel') })).toBeTruthy()
    for (const blank of ['', ' \n\u200b ']) {
      write(reason(dialog), blank)
      expect(send.getAttribute('aria-disabled')).toBe('true')
      fireEvent.click(send)
    }
    expect(server.sentTo('moderation.report')).toHaveLength(0)
    write(reason(dialog), '  Truer meg \n')
    expect(send.getAttribute('aria-disabled')).toBeNull()
    fireEvent.click(send)
    expect(await screen.findByText(text('chat.reported'))).toBeTruthy()
    expect(screen.getByText(text('chat.reported_text'))).toBeTruthy()
    const reports = server.sentTo('moderation.report')
    expect(reports.map(({ body }) => body)).toEqual([{ reported_id: ingrid, reason: 'Truer meg', chat_id: chatId }])
    expect(reports[0]?.key).toEqual(expect.any(String))
    const second = within(
      await screen.findByRole('dialog', { name: text('chat.block_too_title', { name: 'Ingrid Solberg' }) }),
    )
    fireEvent.click(second.getByRole('button', { name: text('chat.block') }))
    expect(await screen.findByText(text('chat.blocked'))).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/chat'))
  })

  test('sending without a reason moves the focus to the field', async () => {
    await openConversation()
    const dialog = await choose(text('chat.report'))
    fireEvent.click(dialog.getByRole('button', { name: text('chat.report_send') }))
    await waitFor(() => expect(document.activeElement).toBe(reason(dialog)))
  })

  test('a dialog that is closed while sending offers no block, and keeps a failed reason', async () => {
    const held = server.hold('moderation.report')
    await openConversation()
    const send = async (given?: string) => {
      const dialog = await choose(text('chat.report'))
      if (given) write(reason(dialog), given)
      expect(reason(dialog).value).toBe('Truer meg')
      const before = held.length
      fireEvent.click(dialog.getByRole('button', { name: text('chat.report_send') }))
      await waitFor(() => expect(held).toHaveLength(before + 1))
      fireEvent.click(dialog.getByRole('button', { name: text('core.cancel') }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await send('Truer meg')
    await act(async () => held[0]!.lose())
    expect(await screen.findByText(text('chat.report_failed'))).toBeTruthy()
    await send()
    await act(async () => held[1]!.respond({ id: 'r', created_at: '' }))
    expect(await screen.findByText(text('chat.reported'))).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(reason(await choose(text('chat.report'))).value).toBe('')
  })

  test('declining to block leaves the conversation open', async () => {
    await openConversation()
    const dialog = await choose(text('chat.report'))
    write(reason(dialog), 'Spam')
    fireEvent.click(dialog.getByRole('button', { name: text('chat.report_send') }))
    fireEvent.click(await screen.findByRole('button', { name: text('chat.not_now') }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.sentTo('moderation.block')).toHaveLength(0)
    expect(address()).toBe(`/chat?chat=${chatId}`)
  })

  test('a reason stays after a failure, and a retry is the same report until the reason changes', async () => {
    server.answers['moderation.report'] = noNetwork
    await openConversation()
    const dialog = await choose(text('chat.report'))
    write(reason(dialog), 'Truer meg')
    const send = dialog.getByRole('button', { name: text('chat.report_send') })
    fireEvent.click(send)
    expect(await screen.findByText(text('chat.report_failed'))).toBeTruthy()
    expect(reason(dialog).value).toBe('Truer meg')
    await waitFor(() => expect(send.getAttribute('aria-busy')).toBeNull())
    fireEvent.click(send)
    await waitFor(() => expect(server.sentTo('moderation.report')).toHaveLength(2))
    write(reason(dialog), 'Truer meg igjen')
    await waitFor(() => expect(send.getAttribute('aria-busy')).toBeNull())
    fireEvent.click(send)
    await waitFor(() => expect(server.sentTo('moderation.report')).toHaveLength(3))
    const keys = server.sentTo('moderation.report').map(({ key }) => key)
    expect(keys[0]).toEqual(expect.any(String))
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('a reason that is too long is counted and cannot be sent', async () => {
    await openConversation()
    const dialog = await choose(text('chat.report'))
    write(reason(dialog), 'a'.repeat(1700))
    expect(dialog.queryByText(containing(text('chat.room_left', { number: '' }).trim()))).toBeNull()
    write(reason(dialog), 'a'.repeat(1990))
    expect(dialog.getByText(text('chat.room_left', { number: 10 }))).toBeTruthy()
    write(reason(dialog), 'a'.repeat(2001))
    expect(dialog.getByText(text('chat.too_long', { count: 1 }))).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: text('chat.report_send') }))
    expect(server.sentTo('moderation.report')).toHaveLength(0)
  })
})

test('the menu of a conversation with a deleted account offers only its deletion', async () => {
  known.list = [summary({ other: { id: ingrid, full_name: '', profile_picture: null }, can_write: false })]
  await openConversation('/chat')
  fireEvent.click(await screen.findByRole('link', { name: containing(text('core.deleted_user')) }))
  const menu = await screen.findByRole('button', { name: text('chat.menu') })
  const popup = document.getElementById(menu.getAttribute('aria-controls') ?? '')
  expect(within(popup!).getAllByRole('button', { hidden: true })).toHaveLength(1)
  expect(popup?.textContent).toBe(text('chat.delete'))
})
