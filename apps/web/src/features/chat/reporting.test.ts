import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api'
import { setUpChat, address, choose, openTalk } from '../../../test/chat-page.tsx'
import { chatId, ingrid, known, server, summary } from '../../../test/chat-server.ts'
import { text } from '../../../test/text.ts'

vi.mock('#lib/live', async () => (await import('../../../test/live.ts')).fakeLive)
vi.mock('#lib/session', async () => (await import('../../../test/chat-server.ts')).fakeSession)
vi.mock('#lib/api', async (original) => ({
  ...(await original<object>()),
  api: (await import('../../../test/chat-server.ts')).server,
}))

setUpChat({ withPer: true })

describe('reporting', () => {
  const reason = (dialog: { getByRole: typeof screen.getByRole }) =>
    dialog.getByRole<HTMLTextAreaElement>('textbox', { name: text('chat.report_reason') })
  const write = (field: HTMLTextAreaElement, value: string) => fireEvent.change(field, { target: { value } })

  test('needs a reason, tells what is sent along, and offers to block afterwards', async () => {
    await openTalk()
    const dialog = await choose(text('chat.report'))
    expect(dialog.getByText(/sammen med samtalen slik den er nå/)).toBeTruthy()
    const send = dialog.getByRole('button', { name: text('chat.report_send') })
    expect(dialog.getByRole('button', { name: text('core.cancel') })).toBeTruthy()
    for (const blank of ['', ' \n\u200b ']) {
      write(reason(dialog), blank)
      expect(send.getAttribute('aria-disabled')).toBe('true')
      fireEvent.click(send)
    }
    expect(server.moderation['report']).not.toHaveBeenCalled()
    write(reason(dialog), '  Truer meg \n')
    expect(send.getAttribute('aria-disabled')).toBeNull()
    fireEvent.click(send)
    expect(await screen.findByText(text('chat.reported'))).toBeTruthy()
    expect(screen.getByText(text('chat.reported_text'))).toBeTruthy()
    expect(server.moderation['report']).toHaveBeenCalledExactlyOnceWith(
      { body: { reported_id: ingrid, reason: 'Truer meg', chat_id: chatId } },
      { idempotencyKey: expect.any(String) as string },
    )
    const second = within(
      await screen.findByRole('dialog', { name: text('chat.block_too_title', { name: 'Ingrid Solberg' }) }),
    )
    fireEvent.click(second.getByRole('button', { name: text('chat.block') }))
    expect(await screen.findByText(text('chat.blocked'))).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/chat'))
  })

  test('pressed while nothing is written, the field gets the focus', async () => {
    await openTalk()
    const dialog = await choose(text('chat.report'))
    fireEvent.click(dialog.getByRole('button', { name: text('chat.report_send') }))
    await waitFor(() => expect(document.activeElement).toBe(reason(dialog)))
  })

  test('closed while it is being sent, no question follows, and what failed is kept', async () => {
    const answers: { answer: (value: unknown) => void; fail: (error: unknown) => void }[] = []
    server.moderation['report'] = vi.fn(() => new Promise((answer, fail) => answers.push({ answer, fail })))
    await openTalk()
    const send = async (given?: string) => {
      const dialog = await choose(text('chat.report'))
      if (given) write(reason(dialog), given)
      expect(reason(dialog).value).toBe('Truer meg')
      const before = answers.length
      fireEvent.click(dialog.getByRole('button', { name: text('chat.report_send') }))
      await waitFor(() => expect(answers).toHaveLength(before + 1))
      fireEvent.click(dialog.getByRole('button', { name: text('core.cancel') }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await send('Truer meg')
    await act(async () => answers[0]!.fail(new ApiError(0, 'offline')))
    expect(await screen.findByText(/^Kunne ikke rapportere bruker/)).toBeTruthy()
    await send()
    await act(async () => answers[1]!.answer({ id: 'r', created_at: '' }))
    expect(await screen.findByText(text('chat.reported'))).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(reason(await choose(text('chat.report'))).value).toBe('')
  })

  test('who does not want to block goes on as before', async () => {
    await openTalk()
    const dialog = await choose(text('chat.report'))
    write(reason(dialog), 'Spam')
    fireEvent.click(dialog.getByRole('button', { name: text('chat.report_send') }))
    fireEvent.click(await screen.findByRole('button', { name: text('chat.not_now') }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.moderation['block']).not.toHaveBeenCalled()
    expect(address()).toBe(`/chat?chat=${chatId}`)
  })

  test('what was written stays after a failure, and sent again it is the same report', async () => {
    server.moderation['report'] = vi.fn(() => Promise.reject(new ApiError(0, 'offline')))
    await openTalk()
    const dialog = await choose(text('chat.report'))
    write(reason(dialog), 'Truer meg')
    const send = dialog.getByRole('button', { name: text('chat.report_send') })
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
    await openTalk()
    const dialog = await choose(text('chat.report'))
    write(reason(dialog), 'a'.repeat(1700))
    expect(dialog.queryByText(/tegn igjen/)).toBeNull()
    write(reason(dialog), 'a'.repeat(1990))
    expect(dialog.getByText(text('chat.room_left', { number: 10 }))).toBeTruthy()
    write(reason(dialog), 'a'.repeat(2001))
    expect(dialog.getByText(text('chat.too_long', { count: 1 }))).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: text('chat.report_send') }))
    expect(server.moderation['report']).not.toHaveBeenCalled()
  })
})

test('of somebody who has deleted the account only the conversation can be deleted', async () => {
  known.list = [summary({ other: { id: ingrid, full_name: '', profile_picture: null }, can_write: false })]
  await openTalk('/chat')
  fireEvent.click(await screen.findByRole('link', { name: /Slettet bruker/ }))
  const menu = await screen.findByRole('button', { name: text('chat.menu') })
  const popup = document.getElementById(menu.getAttribute('aria-controls') ?? '')
  expect(within(popup!).getAllByRole('button', { hidden: true })).toHaveLength(1)
  expect(popup?.textContent).toBe(text('chat.delete'))
})
