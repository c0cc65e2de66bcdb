import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api'
import { needCatalogues, showLanguage } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { text } from '../../../test/text.ts'
import { useReauthentication } from './reauthentication.tsx'

interface Sent {
  url: string
  body: unknown
}

let sent: Sent[]
let hasPassword: boolean
/** What the server answers to a proof, in order; success when there is nothing left. */
let refusals: { status: number; code: string }[]
const ways = {
  two_factor: { enabled: false, recovery_codes_left: 0, required: false },
  email_code: false,
  providers: [],
}

beforeEach(async () => {
  sent = []
  refusals = []
  hasPassword = true
  queryClient.clear()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    sent.push({ url, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    if (url.endsWith('/sign-in-methods')) return Response.json({ ...ways, password: hasPassword })
    const refusal = url.includes('/reauthenticate') && refusals.shift()
    if (refusal) return Response.json({ code: refusal.code, request_id: 'r' }, { status: refusal.status })
    return Response.json({ sent: true, until: '2026-11-21T12:00:00Z' })
  })
  await needCatalogues(['core', 'errors'])
  await showLanguage('en')
})

afterEach(() => vi.unstubAllGlobals())

const stale = () => new ApiError(403, 'reauthentication_required')

function Danger({ action }: { action: () => Promise<void> }) {
  const { run, dialog } = useReauthentication()
  const [outcome, setOutcome] = useState('')
  const press = () =>
    run(action).then(
      (done) => setOutcome(done ? 'done' : 'given up'),
      (error: Error) => setOutcome(error.message),
    )
  return (
    <>
      <button type="button" onClick={() => void press()}>
        Delete
      </button>
      <p>{outcome}</p>
      {dialog}
    </>
  )
}

function show(...answers: (Error | undefined)[]) {
  const action = vi.fn(async () => {
    const answer = answers.shift()
    if (answer) throw answer
  })
  render(
    <QueryClientProvider client={queryClient}>
      <Danger action={action} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByText('Delete'))
  return action
}

const bodies = () => sent.filter(({ body }) => body !== undefined).map(({ body }) => body)
const confirm = () => fireEvent.click(screen.getByText('Confirm'))

test('a fresh session is asked nothing', async () => {
  const action = show()
  expect(await screen.findByText('done')).toBeTruthy()
  expect(action).toHaveBeenCalledOnce()
  expect(sent).toEqual([])
})

test('after the password the action goes on by itself', async () => {
  refusals = [{ status: 422, code: 'wrong_password' }]
  const action = show(stale())
  const field = await screen.findByLabelText<HTMLInputElement>('Password')
  confirm()
  expect(await screen.findByText('Enter a password.')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'feil' } })
  confirm()
  expect(await screen.findByText('The password is not right. Please try again.')).toBeTruthy()
  expect(field.value).toBe('feil')
  expect(action).toHaveBeenCalledOnce()
  fireEvent.change(field, { target: { value: 'riktig' } })
  confirm()
  expect(await screen.findByText('done')).toBeTruthy()
  expect(action).toHaveBeenCalledTimes(2)
  expect(bodies()).toEqual([{ password: 'feil' }, { password: 'riktig' }])
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('whoever closes the question has not done it', async () => {
  const action = show(stale())
  await screen.findByLabelText('Password')
  fireEvent.click(screen.getByText(text('core.cancel')))
  expect(await screen.findByText('given up')).toBeTruthy()
  expect(action).toHaveBeenCalledOnce()
})

test('an account without a password is asked for a mailed code', async () => {
  hasPassword = false
  show(stale())
  fireEvent.click(await screen.findByText('Send code'))
  const field = await screen.findByLabelText('Code from the email')
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.change(field, { target: { value: '123 456' } })
  confirm()
  expect(await screen.findByText('done')).toBeTruthy()
  expect(bodies()).toEqual([{ code: '123456' }])
})

test('a code that was sent a moment ago still serves', async () => {
  refusals = [{ status: 429, code: 'rate_limited' }]
  show(stale())
  fireEvent.click(await screen.findByText('Get a code by email instead'))
  expect(await screen.findByLabelText('Code from the email')).toBeTruthy()
  expect(screen.getByText(/too fast|Wait/)).toBeTruthy()
})

test('any other refusal is the caller’s to tell', async () => {
  show(new ApiError(409, 'last_way_in'))
  expect(await screen.findByText('last_way_in')).toBeTruthy()
})
