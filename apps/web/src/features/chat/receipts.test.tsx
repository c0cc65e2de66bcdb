import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api'
import { queryClient } from '#lib/query-client'
import { ToastProvider } from '#ui/toast'
import { setUpChat } from '../../../test/chat-page.tsx'
import { server } from '../../../test/chat-server.ts'
import { text } from '../../../test/text.ts'
import { ReceiptsSection } from './receipts-section.tsx'

vi.mock('#lib/live', async () => (await import('../../../test/live.ts')).fakeLive)
vi.mock('#lib/session', async () => (await import('../../../test/chat-server.ts')).fakeSession)
vi.mock('#lib/api', async (original) => ({
  ...(await original<object>()),
  api: (await import('../../../test/chat-server.ts')).server,
}))

setUpChat({ withPer: true })

describe('the switch for read receipts', () => {
  const receipts = () => screen.findByRole<HTMLInputElement>('switch', { name: text('chat.receipts_switch') })
  const show = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <ToastProvider texts={{ region: 'Beskjeder', dismiss: 'Lukk' }}>
          <ReceiptsSection />
        </ToastProvider>
      </QueryClientProvider>,
    )

  test('is known.stored at once, and says that it goes both ways', async () => {
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
    expect(await screen.findByText(text('chat.receipts_not_saved'))).toBeTruthy()
    await waitFor(async () => expect((await receipts()).checked).toBe(true))
  })

  test('shows what is known.stored, however many changes fail and although nobody can be asked', async () => {
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
