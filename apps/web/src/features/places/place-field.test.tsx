import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PlaceSuggestion } from '@samtur/contract/places'
import { queryClient } from '#lib/query-client'
import { Field } from '#ui/field'
import { fakeServer, refusal } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'
import { PlaceField, type PlaceValue } from './place-field.tsx'

const places: PlaceSuggestion[] = [
  { id: 1, name: 'Oslo', country: 'NO', region: 'Oslo', kind: 'town', lat: 59.9, lon: 10.7 },
  { id: 2, name: 'Oslo', country: 'DK', region: '', kind: 'town', lat: 55, lon: 10 },
]
const server = fakeServer({ answers: { 'places.search': () => ({ items: places }) } })
const requests = () => server.sentTo('places.search')
const changed = vi.fn<(value: PlaceValue, place?: PlaceSuggestion) => void>()

function Owner({ text = '' }: { text?: string }) {
  const [value, setValue] = useState<PlaceValue>({ text, place_id: null })
  const change = (next: PlaceValue, place?: PlaceSuggestion) => {
    setValue(next)
    changed(next, place)
  }
  return (
    <QueryClientProvider client={queryClient}>
      <Field label="Fra">
        <PlaceField value={value} onChange={change} />
      </Field>
    </QueryClientProvider>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Fra' })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const wait = (time: number) => act(() => vi.advanceTimersByTimeAsync(time))

beforeEach(() => {
  changed.mockClear()
  vi.useFakeTimers()
})

afterEach(() => void vi.useRealTimers())

describe('the place field', () => {
  test('queries once typing pauses, and never for the initial text', async () => {
    render(<Owner text="Bergen" />)
    await wait(1000)
    expect(requests()).toHaveLength(0)
    type('o')
    await wait(50)
    type('os')
    await wait(50)
    type('osl')
    await wait(300)
    expect(requests().map(({ query }) => query['q'])).toEqual(['osl'])
  })

  test('remembers its results', async () => {
    render(<Owner />)
    type('osl')
    await wait(300)
    type('oslo')
    await wait(300)
    type('OSL ')
    await wait(300)
    expect(requests().map(({ query }) => query['q'])).toEqual(['osl', 'oslo'])
  })

  test('a changed text cancels its query', async () => {
    server.answers['places.search'] = () => new Promise(() => {})
    render(<Owner />)
    type('osl')
    await wait(300)
    type('hamar')
    await wait(300)
    expect(requests().map(({ signal }) => signal?.aborted)).toEqual([true, false])
  })

  test('a choice has its id and its place; another character removes them', async () => {
    vi.useRealTimers()
    render(<Owner />)
    type('osl')
    const options = await screen.findAllByRole('option', { hidden: true })
    expect(options.map(({ textContent }) => textContent)).toEqual(['OsloOslo, Norge', 'OsloDanmark'])
    fireEvent.keyDown(field(), { key: 'ArrowDown' })
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(changed).toHaveBeenLastCalledWith({ text: 'Oslo', place_id: 1 }, places[0])
    type('Oslo S')
    expect(changed).toHaveBeenLastCalledWith({ text: 'Oslo S', place_id: null }, undefined)
  })

  test('a known place typed in full is chosen when the field is left, also when the list arrives later', async () => {
    vi.useRealTimers()
    render(<Owner />)
    type('oslo')
    fireEvent.blur(field())
    expect(changed).toHaveBeenLastCalledWith({ text: 'oslo', place_id: null }, undefined)
    await waitFor(() => expect(changed).toHaveBeenLastCalledWith({ text: 'Oslo', place_id: 1 }, places[0]))
    expect(changed).toHaveBeenCalledTimes(2)
  })

  test('a press is finished before the place is chosen, because more may appear above the pressed button', async () => {
    vi.useRealTimers()
    render(<Owner />)
    type('oslo')
    fireEvent.mouseDown(document.body)
    fireEvent.blur(field())
    await screen.findAllByRole('option', { hidden: true })
    expect(changed).toHaveBeenLastCalledWith({ text: 'oslo', place_id: null }, undefined)
    fireEvent.mouseUp(document.body)
    const chosen: unknown[] = []
    document.body.addEventListener('click', () => chosen.push(changed.mock.lastCall?.[0]), { once: true })
    fireEvent.click(document.body)
    expect(chosen).toEqual([{ text: 'Oslo', place_id: 1 }])
  })

  test.each(['mouseUp', 'dragEnd'] as const)('a press without a click is finished by %s', async (ending) => {
    vi.useRealTimers()
    render(<Owner />)
    type('oslo')
    await screen.findAllByRole('option', { hidden: true })
    fireEvent.mouseDown(document.body)
    fireEvent.blur(field())
    expect(changed).toHaveBeenLastCalledWith({ text: 'oslo', place_id: null }, undefined)
    fireEvent[ending](document.body)
    await waitFor(() => expect(changed).toHaveBeenLastCalledWith({ text: 'Oslo', place_id: 1 }, places[0]))
  })

  test('Enter does the same, but not while the person is typing', async () => {
    vi.useRealTimers()
    render(<Owner />)
    type('ÓSLO')
    await screen.findAllByRole('option', { hidden: true })
    expect(changed).toHaveBeenLastCalledWith({ text: 'ÓSLO', place_id: null }, undefined)
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(changed).toHaveBeenLastCalledWith({ text: 'Oslo', place_id: 1 }, places[0])
  })

  test('a part of a name is not chosen', async () => {
    vi.useRealTimers()
    render(<Owner />)
    type('osl')
    fireEvent.blur(field())
    await screen.findAllByRole('option', { hidden: true })
    expect(changed).toHaveBeenLastCalledWith({ text: 'osl', place_id: null }, undefined)
  })

  test('any text is valid when no place fits or the server does not respond', async () => {
    server.answers['places.search'] = () => refusal('internal')
    vi.useRealTimers()
    render(<Owner />)
    type('Hytta på Sjusjøen')
    await screen.findAllByText(text('places.none'))
    expect(field().value).toBe('Hytta på Sjusjøen')
    expect(changed).toHaveBeenLastCalledWith({ text: 'Hytta på Sjusjøen', place_id: null }, undefined)
  })
})
