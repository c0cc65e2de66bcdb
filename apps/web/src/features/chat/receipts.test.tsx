import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { queryClient } from '#lib/query-client'
import { ToastProvider } from '#ui/toast'
import { setUpChat } from '../../../test/chat-page.tsx'
import { server } from '../../../test/chat-server.ts'
import { noNetwork, refusal } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'
import { ReceiptsSection } from './receipts-section.tsx'

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

  test('is stored at once, and says that it applies both ways', async () => {
    show()
    expect(screen.getByText(text('chat.receipts_lead'))).toBeTruthy()
    expect((await receipts()).checked).toBe(true)
    fireEvent.click(await receipts())
    await waitFor(() =>
      expect(server.sentTo('chat.changeSettings').map(({ body }) => body)).toEqual([{ read_receipts: false }]),
    )
    expect((await receipts()).checked).toBe(false)
  })

  test('returns to its old state when it cannot be stored', async () => {
    server.answers['chat.changeSettings'] = noNetwork
    show()
    fireEvent.click(await receipts())
    expect(await screen.findByText(text('chat.receipts_not_saved'))).toBeTruthy()
    await waitFor(async () => expect((await receipts()).checked).toBe(true))
  })

  test('shows the stored state after several failed changes, even when the settings cannot be loaded', async () => {
    server.answers['chat.changeSettings'] = noNetwork
    show()
    const box = await receipts()
    server.answers['chat.settings'] = () => refusal('internal')
    fireEvent.click(box)
    fireEvent.click(box)
    fireEvent.click(box)
    await waitFor(() => expect(server.sentTo('chat.changeSettings')).toHaveLength(3))
    await waitFor(() => expect(box.checked).toBe(true))
    expect(queryClient.isMutating()).toBe(0)
  })
})
