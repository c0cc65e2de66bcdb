import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, loadDraft, saveDraft, useFormWithDraft } from './draft.ts'

const draft = { values: { text: 'Hei' }, idempotencyKey: 'k-1' }

beforeEach(() => sessionStorage.clear())

test('a draft is restored for the person who typed it only', () => {
  saveDraft('note', 'u-1', draft)
  expect(loadDraft('note', 'u-1')).toEqual(draft)
  expect(loadDraft('note', 'u-2')).toBeUndefined()
  expect(loadDraft('note', undefined)).toBeUndefined()
  expect(loadDraft('other', 'u-1')).toBeUndefined()
})

test('a visitor’s draft goes to the person who signs in', () => {
  saveDraft('note', undefined, draft)
  expect(loadDraft('note', undefined)).toEqual(draft)
  expect(loadDraft('note', 'u-1')).toEqual(draft)
})

test('a cleared draft is gone', () => {
  saveDraft('note', 'u-1', draft)
  clearDraft('note')
  expect(loadDraft('note', 'u-1')).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('a broken or full storage loses the draft and throws nothing', () => {
  sessionStorage.setItem('note-draft', '{')
  expect(loadDraft('note', 'u-1')).toBeUndefined()
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  expect(() => saveDraft('note', 'u-1', draft)).not.toThrow()
  refuse.mockRestore()
})

function Note() {
  const { form, draft: kept } = useFormWithDraft<{ text: string }>({
    name: 'note',
    owner: 'u-1',
    defaults: (stored) => ({ text: '', ...stored }),
  })
  return (
    <form>
      <input aria-label="text" {...form.register('text')} />
      <output>{kept.keyOf()}</output>
    </form>
  )
}

const type = (value: string) =>
  act(async () => void fireEvent.change(screen.getByRole('textbox'), { target: { value } }))

test('a form is restored with its idempotency key, and an emptied one keeps nothing', async () => {
  const first = render(<Note />)
  await type('Hei')
  const key = screen.getByRole('status').textContent
  first.unmount()
  render(<Note />)
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Hei')
  expect(screen.getByRole('status').textContent).toBe(key)
  await type('')
  expect(sessionStorage).toHaveLength(0)
})
