/** /chat for a person in a conversation with Ingrid. */
import { Suspense } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeAll, beforeEach, vi } from 'vitest'
import type { LiveEvent } from '@samtur/contract/live'
import { setLanguage } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { ToastProvider } from '#ui/toast'
import { text } from './text.ts'
import { ChatPage } from '../src/features/chat/chat-page.tsx'
import { changeDraft } from '../src/features/chat/drafts.ts'
import { UnreadDot } from '../src/features/chat/unread-mark.tsx'
import { known, me, message, own, session, summary, withPer } from './chat-server.ts'
import { fakeConnection, sendEvent } from './live.ts'

/** Whether the window has the focus, and the page's title. */
export const view = { focused: true, title: vi.fn() }

/** Adds what the test's browser lacks. */
function fillBrowser() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} })
  vi.spyOn(document, 'hasFocus').mockImplementation(() => view.focused)
}

interface Beginning {
  /** Adds a conversation with Per. */
  withPer?: boolean
}

/** Prepares each test: the given messages, and no state of another test. */
export function setUpChat(beginning: Beginning = {}) {
  fakeConnection('joined')
  beforeAll(async () => {
    await setLanguage('no')
  })
  beforeEach(() => {
    fillBrowser()
    changeDraft(`${me} ${known.chatId}`, () => ({ text: '' }))
    session.status = 'signed-in'
    view.focused = true
    document.title = 'Meldinger – Samtur'
    const said = [message(1), message(2, { sender_id: me, content: 'Hei, er det plass?' }), message(3)]
    Object.assign(known, { stored: beginning.withPer ? [message(1), own(2)] : said, total: 0, cleared: 0 })
    known.list = beginning.withPer ? [summary(), withPer()] : [summary()]
  })
}

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

export const address = () => screen.getByTestId('address').textContent

export async function open(start = `/chat?chat=${known.chatId}`) {
  history.replaceState(null, '', start)
  const page = (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[start]}>
        <ToastProvider texts={{ region: 'Beskjeder', dismiss: 'Lukk' }}>
          <Suspense>
            <UnreadDot />
          </Suspense>
          <main>
            <ChatPage />
          </main>
          <Address />
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>
  )
  // Waits for the texts of the dot.
  await act(async () => void render(page))
}

export const input = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: text('chat.write_to', { name: 'Ingrid Solberg' }) })
export const log = () => screen.getByRole('log', { name: text('chat.log', { name: 'Ingrid Solberg' }) })
/** Returns an own message as it is read out, without its time. */
export const ownText = (content: string) => `${text('chat.you')} ${content}`
/** Returns the text of each message, with its sender. */
export const bubbles = () => {
  const senders = [text('chat.you'), text('chat.says', { name: 'Ingrid Solberg' })]
  return within(log())
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
    .filter((bubble) => senders.some((sender) => bubble.startsWith(sender)))
}
export const count = (content: string) => bubbles().filter((bubble) => bubble.includes(content)).length

export async function write(text: string, press: object = { key: 'Enter' }) {
  const field = await input()
  fireEvent.change(field, { target: { value: text } })
  fireEvent.keyDown(field, press)
  return field
}

/** jsdom does not show popovers, so their buttons exist but are hidden. */
export async function choose(item: string) {
  fireEvent.click(screen.getByRole('button', { name: text('chat.menu') }))
  fireEvent.click(screen.getByRole('button', { name: item, hidden: true }))
  return within(await screen.findByRole('dialog'))
}

/** Opens the page, and waits for the conversation. */
export async function openConversation(start?: string) {
  await open(start)
  if (start !== '/chat') await input()
}

export const sendIn = (channel: string, event: LiveEvent) => sendEvent(event, channel)
