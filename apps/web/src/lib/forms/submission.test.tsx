import { act, fireEvent, render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { beforeEach, expect, test, vi } from 'vitest'
import { ToastProvider } from '#ui/toast'
import { text } from '../../../test/text.ts'
import { ApiError } from '../http.ts'
import { useSubmission } from './submission.ts'

interface Values {
  name: string
  text: string
}

const send = vi.fn<(values: Values, keyOf: (body: unknown) => string) => Promise<string | false>>()
const onDone = vi.fn()

function Form() {
  const form = useForm<Values>({ defaultValues: { name: '', text: '' } })
  const { submit, busy, problem } = useSubmission({
    form,
    toastKey: 'note',
    send,
    onDone,
    success: (result) => ({ title: `Sent ${result}` }),
    failure: 'Not sent',
  })
  return (
    <form aria-label="note" aria-busy={busy} onSubmit={submit}>
      <input aria-label="name" {...form.register('name')} />
      <input aria-label="text" {...form.register('text')} />
      <p>{form.formState.errors.text?.message}</p>
      <output aria-label="problem">{problem}</output>
    </form>
  )
}

const problem = () => screen.getByLabelText('problem').textContent
const press = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

beforeEach(() => {
  send.mockReset().mockResolvedValue('once')
  onDone.mockReset()
  render(
    <ToastProvider texts={{ region: 'Messages', dismiss: 'Dismiss' }}>
      <Form />
    </ToastProvider>,
  )
})

test('a second press while the form is being sent does nothing', async () => {
  let finish: (result: string) => void = () => {}
  send.mockReturnValue(new Promise((resolve) => (finish = resolve)))
  await press()
  await press()
  expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('true')
  await act(async () => finish('once'))
  expect(send).toHaveBeenCalledTimes(1)
  expect(onDone).toHaveBeenCalledTimes(1)
  screen.getByText('Sent once')
  expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('false')
})

test('what is sent again unchanged keeps its idempotency key, until it has arrived', async () => {
  const keys: string[] = []
  const failing = async (values: Values, keyOf: (body: unknown) => string) => {
    keys.push(keyOf(values))
    throw new ApiError(0, 'offline')
  }
  const arriving = async (values: Values, keyOf: (body: unknown) => string) => {
    keys.push(keyOf(values))
    return 'once'
  }
  send.mockImplementation(failing)
  await press()
  send.mockImplementation(arriving)
  await press()
  await press()
  send.mockImplementation(failing)
  await act(async () => void fireEvent.change(screen.getByLabelText('text'), { target: { value: 'Hei' } }))
  await press()
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
})

test('an error of a field shows at the field, which gets the focus', async () => {
  send.mockRejectedValue(new ApiError(422, 'validation', { fields: { text: 'too_long' } }))
  await press()
  await screen.findByText('too_long')
  expect(document.activeElement).toBe(screen.getByLabelText('text'))
  expect(problem()).toBe('')
  expect(screen.queryByText('Not sent')).toBeNull()
})

test('any other error shows as a toast and as the problem, until the next attempt', async () => {
  send.mockRejectedValueOnce(new Error('no'))
  await press()
  screen.getByText('Not sent')
  expect(problem()).toBe(text('core.generic_error'))
  await press()
  expect(problem()).toBe('')
})

test.each([
  ['succeeds', () => send.mockResolvedValueOnce('twice')],
  [
    'fails at a field',
    () => send.mockRejectedValueOnce(new ApiError(422, 'validation', { fields: { text: 'too_long' } })),
  ],
  ['is stopped', () => send.mockResolvedValueOnce(false)],
])('the toast of a failure goes with the next attempt, which %s', async (_, next) => {
  send.mockRejectedValueOnce(new Error('no'))
  await press()
  screen.getByText('Not sent')
  next()
  await press()
  expect(screen.queryByText('Not sent')).toBeNull()
})

test('a submission that the person stopped shows nothing', async () => {
  send.mockResolvedValue(false)
  await press()
  expect(onDone).not.toHaveBeenCalled()
  expect(screen.queryByText(/^Sent/)).toBeNull()
})
