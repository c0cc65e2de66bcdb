import type { ReactElement } from 'react'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { helpTopics } from '@samtur/contract/help'
import { needCatalogues, setLanguage } from '#lib/i18n'
import { fakeServer, kari } from '../../../test/server.ts'
import { show as showAt, shownAddress } from '../../../test/show.tsx'
import { closeAssistant, isStuck, resetAssistant, type Line } from './assistant.ts'
import { HelpCorner } from './help-corner.tsx'
import { HelpPage } from './help-page.tsx'

vi.mock('#lib/live', async () => (await import('../../../test/live.ts')).steadyLive)

const server = fakeServer()
const handOver = 'POST /api/v1/support-chats'

const show = (element: ReactElement, address = '/help-support') => showAt(element, address)

beforeAll(async () => {
  // The test's browser does not have it.
  const open = function open(this: HTMLDialogElement) {
    this.open = true
  }
  const prototype = HTMLDialogElement.prototype
  prototype.show ??= open
  prototype.showModal ??= open
  prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
  await needCatalogues(['core', 'errors', 'fields', 'help', 'helpdesk', 'support'])
  await setLanguage('en')
})

afterEach(() => {
  act(() => {
    resetAssistant()
    closeAssistant()
  })
  cleanup()
})

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('the knowledge base', () => {
  test('all thirty articles are listed, fewer while typing, with the found words marked', async () => {
    await show(<HelpPage />)
    expect(await screen.findByText('30 articles')).toBeDefined()
    fireEvent.change(screen.getByLabelText('Search the articles'), { target: { value: 'pasword forgoten' } })
    const [first] = screen.getAllByRole('listitem')
    expect(within(first!).getByRole('link').getAttribute('href')).toBe('/help-support/log-in')
    expect(first!.querySelector('mark')?.textContent.toLowerCase()).toMatch(/password|forgot/)
    // The address changes a little later, so that the back button works.
    await waitFor(() => expect(shownAddress()).toContain('q=pasword+forgoten'))
  })

  test('one topic is shown, also by its address', async () => {
    await show(<HelpPage />, '/help-support?category=payment')
    expect(await screen.findByText('3 articles')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Payment' }).getAttribute('aria-pressed')).toBe('true')
    press('All')
    expect(await screen.findByText('30 articles')).toBeDefined()
  })

  test('a search without results offers other ways', async () => {
    await show(<HelpPage />)
    fireEvent.change(await screen.findByLabelText('Search the articles'), { target: { value: 'qwertzuiop' } })
    expect(screen.getByText('No article found')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/help-support?tab=contact')
  })

  test('the tabs are chosen by arrows, and are in the address', async () => {
    await show(<HelpPage />)
    const tab = await screen.findByRole('tab', { name: 'Knowledge Base' })
    fireEvent.keyDown(tab, { key: 'ArrowRight' })
    expect(screen.getByRole('tab', { name: 'Contact Support' }).ariaSelected ?? 'true').toBe('true')
    expect(shownAddress()).toBe('/help-support?tab=contact')
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Contact Support' }), { key: 'End' })
    expect(shownAddress()).toBe('/help-support?tab=chat')
    expect(screen.getByText(/bottom-right corner/)).toBeDefined()
  })
})

async function openChat() {
  press('Assistant')
  return screen.findByRole('log')
}

function askFor(text: string) {
  const field = screen.getByLabelText('Your question')
  fireEvent.change(field, { target: { value: text } })
  fireEvent.submit(field)
}

describe('the assistant', () => {
  test('introduces itself and offers the most frequent questions', async () => {
    await show(<HelpCorner />)
    const log = await openChat()
    expect(within(log).getByText(/I am a program/)).toBeDefined()
    expect(within(log).getAllByRole('button')).toHaveLength(helpTopics.length)
  })

  test('answers with the article, its link and two related ones', async () => {
    await show(<HelpCorner />)
    const log = await openChat()
    askFor('how do i cancle my seat')
    expect(within(log).getByText('how do i cancle my seat')).toBeDefined()
    const [own, ...related] = within(log)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    expect(own).toBe('/help-support/cancellation')
    expect(related).toHaveLength(2)
    expect(within(log).queryByRole('group')).toBeNull()
  })

  test('without an article points to the rules and the mail, and the second time to a person', async () => {
    await show(<HelpCorner />)
    const log = await openChat()
    askFor('asdf qwer zxcv')
    expect(within(log).getByText(/no specific answer/)).toBeDefined()
    expect(within(log).getByRole('link', { name: 'Laws & Rules' }).getAttribute('href')).toBe('/laws-rules')
    expect(within(log).queryByRole('button')).toBeNull()
    askFor('blorptang wuffle')
    expect(within(log).getByRole('button', { name: 'Talk to a person' })).toBeDefined()
    askFor('How do I log in?')
    expect(within(log).queryByRole('button')).toBeNull()
  })

  test('keeps the conversation over a change of page, and can start a new one', async () => {
    await show(<HelpCorner />)
    await openChat()
    askFor('Who pays?')
    cleanup()
    await show(<HelpCorner />)
    const log = await screen.findByRole('log')
    expect(within(log).getByText('Who pays?')).toBeDefined()
    press('Start over')
    expect(within(log).queryByText('Who pays?')).toBeNull()
    expect(within(log).getAllByRole('button')).toHaveLength(helpTopics.length)
    press('Close')
    expect(screen.queryByRole('log')).toBeNull()
  })

  test('a guest who wants a person gets the form with the conversation in it', async () => {
    await show(<HelpPage />)
    await openChat()
    askFor('asdf qwer zxcv')
    press('Talk to a person')
    expect(shownAddress()).toBe('/help-support?tab=contact')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toContain('asdf qwer zxcv')
    expect(server.sent.some(({ path }) => path === handOver)).toBe(false)
  })

  test('a member continues with a person in the same place', async () => {
    server.me = kari
    const request = {
      id: 'r9',
      request_type: 'general',
      subject: 'asdf',
      status: 'pending',
      origin: 'chat',
      created_at: '2026-11-22T08:00:00Z',
      updated_at: '2026-11-22T08:00:00Z',
      description: 'asdf',
      admin_reply: null,
      messages: [{ id: 'm1', seq: 1, author: 'person', content: 'asdf qwer zxcv', created_at: '2026-11-22T08:00:00Z' }],
    }
    server.answers[handOver] = () => ({ status: 201, body: request })
    server.answers['GET /api/v1/me/support-requests/r9'] = () => ({ body: request })
    server.answers['GET /api/v1/me/support-requests'] = () => ({ body: { items: [], next_cursor: null } })
    await show(<HelpCorner />)
    await openChat()
    askFor('asdf qwer zxcv')
    press('Talk to a person')
    expect(await screen.findByText(/A person will answer here within 24 hours/)).toBeDefined()
    const body = server.sent.find(({ path }) => path === handOver)?.body
    expect(body).toEqual({
      transcript: [
        { author: 'person', content: 'asdf qwer zxcv' },
        { author: 'assistant', content: 'I found no specific answer to that.' },
      ],
    })
    expect(await screen.findByLabelText('Your message')).toBeDefined()
  })

  test('a failed hand-over shows an error, and the conversation stays', async () => {
    server.me = kari
    server.answers[handOver] = () => ({ status: 500, body: { code: 'internal', request_id: 'r' } })
    await show(<HelpCorner />)
    await openChat()
    askFor('asdf qwer zxcv')
    press('Talk to a person')
    expect(await screen.findByText('Could not hand over the conversation')).toBeDefined()
    expect(within(screen.getByRole('log')).getByText('asdf qwer zxcv')).toBeDefined()
  })
})

test('the help dialog has the ten questions, the contact, and the form', async () => {
  await show(<HelpCorner dialog />, '/')
  press('Help')
  const dialog = await screen.findByRole('dialog', { name: 'Help and support' })
  const questions = within(dialog)
    .getAllByRole('button')
    .filter((button) => button.hasAttribute('aria-expanded'))
  expect(questions).toHaveLength(helpTopics.length)
  fireEvent.click(questions[0]!)
  expect(within(dialog).getByRole('region', { name: 'How do I publish a ride?' })).toBeDefined()
  expect(within(dialog).getByLabelText('Description')).toBeDefined()
})

const nothing: Line = { author: 'assistant', answer: null }
const found: Line = { author: 'assistant', answer: 'matching', related: [] }
const question: Line = { author: 'person', text: 'Hm?' }

test.each([
  [[question, nothing], false],
  [[question, nothing, question, nothing], true],
  [[question, nothing, question, found], false],
  [[question, found, question, nothing, question, nothing], true],
])('two questions without an answer offer a person', (lines, stuck) => {
  expect(isStuck(lines)).toBe(stuck)
})

test('a reload restores the conversation, without articles that no longer exist', async () => {
  const gone = { author: 'assistant', answer: 'no-such-article', related: [] }
  sessionStorage.setItem(
    'assistant',
    JSON.stringify({ open: true, lines: [question, gone, nothing, found], requestId: 'r1' }),
  )
  vi.resetModules()
  const { currentTalk } = await import('./assistant.ts')
  expect(currentTalk()).toEqual({ open: true, lines: [question, nothing, found], requestId: 'r1' })
})
