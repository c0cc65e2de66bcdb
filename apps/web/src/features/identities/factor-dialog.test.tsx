import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api'
import { showLanguage } from '#lib/i18n'
import { FactorDialog } from './factor-dialog.tsx'

beforeEach(async () => {
  await showLanguage('en')
})

function show(run: (code: string) => Promise<void>) {
  render(
    <FactorDialog
      title="Turn off"
      text="You sign in by password alone."
      submitLabel="Turn off"
      run={run}
      onClose={vi.fn()}
    />,
  )
  const field = screen.getByRole('textbox')
  return { field, submit: () => fireEvent.submit(field.closest('form') as HTMLFormElement) }
}

const isInvalid = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true'

test('without a code nothing is sent, and the field is invalid with the focus', async () => {
  const run = vi.fn(async () => {})
  const { field, submit } = show(run)
  submit()
  await waitFor(() => expect(isInvalid(field)).toBe(true))
  expect(document.activeElement).toBe(field)
  expect(run).not.toHaveBeenCalled()
})

test('a code is sent without its spaces, and a refused one can be mended at its field', async () => {
  const run = vi.fn(async (_code: string) => {}).mockRejectedValueOnce(new ApiError(422, 'invalid_code'))
  const { field, submit } = show(run)
  fireEvent.change(field, { target: { value: '123 456' } })
  submit()
  await waitFor(() => expect(isInvalid(field)).toBe(true))
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: '7hk2m-x9dq1' } })
  expect(isInvalid(field)).toBe(false)
  submit()
  await waitFor(() => expect(run.mock.calls).toEqual([['123456'], ['7hk2m-x9dq1']]))
})

test('pressing twice sends the code once', async () => {
  const run = vi.fn(() => new Promise<void>(() => {}))
  const { field, submit } = show(run)
  fireEvent.change(field, { target: { value: '123456' } })
  submit()
  await waitFor(() => expect(run).toHaveBeenCalled())
  submit()
  expect(run).toHaveBeenCalledTimes(1)
})
