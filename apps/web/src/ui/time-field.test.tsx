import { expect, test } from 'vitest'
import { fireEvent, render, screen } from '@testing-library/react'
import { TimeField } from './time-field.tsx'

const texts = { invalid: 'No time' }

test('a value that comes while the field has the focus does not mix with what is typed', () => {
  const given: string[] = []
  const field = (value: string) => <TimeField value={value} onChange={(time) => given.push(time)} texts={texts} />
  const { rerender } = render(field(''))
  const input = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.focus(input)
  rerender(field('16:45'))
  expect(input.value).toBe('')
  fireEvent.change(input, { target: { value: '16.05' } })
  fireEvent.blur(input)
  expect(given).toEqual(['16:05'])
  rerender(field('16:05'))
  expect(input.value).toBe('16:05')
})

test('a value that came meanwhile is shown once the field has lost the focus untouched', () => {
  const given: string[] = []
  const field = (value: string) => <TimeField value={value} onChange={(time) => given.push(time)} texts={texts} />
  const { rerender } = render(field(''))
  const input = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.focus(input)
  rerender(field('16:45'))
  fireEvent.blur(input)
  expect([input.value, given]).toEqual(['16:45', []])
})
