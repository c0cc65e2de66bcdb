import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TimeField } from './time-field.tsx'

const texts = { invalid: 'No time' }
const fieldOf = (value: string) => <TimeField value={value} onChange={() => {}} texts={texts} />
const selected = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0)

test('a time that comes between focus and the first key is selected, so that what is typed replaces it', () => {
  const { rerender } = render(fieldOf(''))
  const input = screen.getByRole<HTMLInputElement>('textbox')
  input.focus()
  rerender(fieldOf('16:45'))
  expect([input.value, selected(input)]).toEqual(['16:45', '16:45'])
})

test('a time that comes while one is typed leaves text and caret alone', () => {
  const { rerender } = render(fieldOf(''))
  const input = screen.getByRole<HTMLInputElement>('textbox')
  input.focus()
  fireEvent.change(input, { target: { value: '16' } })
  input.setSelectionRange(2, 2)
  rerender(fieldOf('16:45'))
  expect([input.value, selected(input)]).toEqual(['16', ''])
})
