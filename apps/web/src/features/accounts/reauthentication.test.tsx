import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api'
import { showLanguage } from '#lib/i18n'
import { fakeServer, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { text } from '../../../test/text.ts'
import { useReauthentication } from './reauthentication.tsx'

const server = fakeServer({
  answers: {
    'identities.own': () => signInMethods(),
    'accounts.sendReauthenticationCode': () => ({ sent: true }),
    'accounts.reauthenticate': () => ({ until: '2026-11-21T12:00:00Z' }),
  },
})
const reauthenticate = 'accounts.reauthenticate'

const signInMethods = (password = true) => ({
  two_factor: { enabled: false, recovery_codes_left: 0, required: false },
  email_code: false,
  providers: [],
  password,
})

beforeAll(async () => {
  await showLanguage('en')
})

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

async function open(...failures: Error[]) {
  const action = vi.fn(async () => {
    const failure = failures.shift()
    if (failure) throw failure
  })
  await show(<Danger action={action} />)
  fireEvent.click(screen.getByText('Delete'))
  return action
}

const proofs = () => server.sentTo(reauthenticate).map(({ body }) => body)
const confirm = () => fireEvent.click(screen.getByText(text('security.confirm')))

test('a recently authenticated person sees no question', async () => {
  const action = await open()
  expect(await screen.findByText('done')).toBeTruthy()
  expect(action).toHaveBeenCalledOnce()
  expect(server.sentTo('identities.own')).toEqual([])
  expect(proofs()).toEqual([])
})

test('after the password the action continues by itself', async () => {
  server.answers[reauthenticate] = () => refusal('wrong_password')
  const action = await open(stale())
  const field = await screen.findByLabelText<HTMLInputElement>(text('accounts.password'))
  confirm()
  expect(await screen.findByText(text('fields.password_required'))).toBeTruthy()
  fireEvent.change(field, { target: { value: 'feil' } })
  confirm()
  expect(await screen.findByText(text('account_errors.wrong_password'))).toBeTruthy()
  expect(field.value).toBe('feil')
  expect(action).toHaveBeenCalledOnce()
  delete server.answers[reauthenticate]
  fireEvent.change(field, { target: { value: 'riktig' } })
  confirm()
  expect(await screen.findByText('done')).toBeTruthy()
  expect(action).toHaveBeenCalledTimes(2)
  expect(proofs()).toEqual([{ password: 'feil' }, { password: 'riktig' }])
  expect(screen.queryByLabelText(text('accounts.password'))).toBeNull()
})

test('closing the question cancels the action', async () => {
  const action = await open(stale())
  await screen.findByLabelText(text('accounts.password'))
  fireEvent.click(screen.getByText(text('core.cancel')))
  expect(await screen.findByText('given up')).toBeTruthy()
  expect(action).toHaveBeenCalledOnce()
})

test('a person without a password enters a mailed code', async () => {
  server.answers['identities.own'] = () => signInMethods(false)
  await open(stale())
  fireEvent.click(await screen.findByText(text('security.send_code')))
  const field = await screen.findByLabelText(text('security.mailed_code'))
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.change(field, { target: { value: '1234 5678' } })
  confirm()
  expect(await screen.findByText('done')).toBeTruthy()
  expect(proofs()).toEqual([{ code: '12345678' }])
})

test('switching between password and code empties the fields', async () => {
  await open(stale())
  const password = () => screen.findByLabelText<HTMLInputElement>(text('accounts.password'))
  const code = () => screen.findByLabelText<HTMLInputElement>(text('security.mailed_code'))
  fireEvent.change(await password(), { target: { value: 'feil' } })
  fireEvent.click(screen.getByText(text('security.code_instead')))
  fireEvent.change(await code(), { target: { value: '12345678' } })
  fireEvent.click(screen.getByText(text('security.password_instead')))
  expect((await password()).value).toBe('')
  fireEvent.click(screen.getByText(text('security.code_instead')))
  expect((await code()).value).toBe('')
  fireEvent.change(await code(), { target: { value: '654321' } })
  confirm()
  expect(await screen.findByText('done')).toBeTruthy()
  expect(proofs()).toEqual([{ code: '654321' }])
})

test('a code that was sent a moment ago can still be entered', async () => {
  server.answers['accounts.sendReauthenticationCode'] = () => refusal('rate_limited')
  await open(stale())
  fireEvent.click(await screen.findByText(text('security.code_instead')))
  expect(await screen.findByLabelText(text('security.mailed_code'))).toBeTruthy()
  expect(screen.getByText(text('errors.rate_limited'))).toBeTruthy()
})

test('any other error goes to the caller', async () => {
  await open(new ApiError(409, 'last_way_in'))
  expect(await screen.findByText('last_way_in')).toBeTruthy()
})
