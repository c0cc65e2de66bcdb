import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Combobox } from './combobox.tsx'
import { Field } from './field.tsx'

const places = ['Oslo', 'Tromsø', 'Trondheim'].map((label) => ({ key: label, label }))
const texts = { loading: 'loading', empty: 'nothing', count: (count: number) => `${count} found` }

function Example({ onPick }: { onPick?: (place: { label: string }) => void }) {
  const [text, setText] = useState('')
  const found = places.filter((place) => place.label.toLowerCase().includes(text.toLowerCase()))
  return (
    <Field label="From" error="Say where">
      <Combobox value={text} onChange={setText} options={found} onPick={onPick} texts={texts} />
    </Field>
  )
}

function open(onPick?: (place: { label: string }) => void) {
  render(<Example onPick={onPick} />)
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'From' })
  const type = (value: string) => fireEvent.change(input, { target: { value } })
  const press = (key: string) => fireEvent.keyDown(input, { key })
  const active = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent
  return { input, type, press, active }
}

it('has role, error and number of options for screen readers', () => {
  const { input, type } = open()
  expect(input).toHaveProperty('ariaExpanded', 'false')
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toContain('Say where')
  type('tr')
  expect(input.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('status').textContent).toBe('2 found')
  type('x')
  expect(screen.getByRole('status').textContent).toBe('nothing')
})

it('moves through the options with the arrows and returns to the text with Home', () => {
  const { type, press, active } = open()
  type('tr')
  const seen = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home'].map((key) => {
    press(key)
    return active()
  })
  expect(seen).toEqual(['Tromsø', 'Trondheim', 'Tromsø', 'Trondheim', undefined])
})

it.each(['Enter', 'Tab'])('takes the active option on %s', (key) => {
  const picked = vi.fn<(place: { label: string }) => void>()
  const { input, type, press } = open(picked)
  type('tr')
  press('ArrowDown')
  press(key)
  expect(input.value).toBe('Tromsø')
  expect(picked).toHaveBeenCalledWith(places[1])
  expect(input.getAttribute('aria-expanded')).toBe('false')
})

it('keeps free text on Tab and on Enter, and closes on Esc', () => {
  const { input, type, press } = open()
  type('tr')
  expect(press('Escape')).toBe(false) // handled: a dialog around it stays open
  expect(press('Escape')).toBe(true)
  expect(input.getAttribute('aria-expanded')).toBe('false')
  press('Tab')
  expect(press('Enter')).toBe(true) // not handled: the form is sent
  expect(input.value).toBe('tr')
})
