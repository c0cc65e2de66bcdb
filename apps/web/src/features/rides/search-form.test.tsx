import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ridesServer, show } from '../../../test/rides.tsx'
import { shownAddress } from '../../../test/show.tsx'
import { text } from '../../../test/text.ts'
import { SearchForm } from './search-form.tsx'

ridesServer()

describe('the search form', () => {
  const fill = (label: string, value: string) => {
    const field = screen.getByLabelText(label)
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
  }
  const search = () => fireEvent.click(screen.getByRole('button', { name: text('rides.search') }))

  test('the address has only fields with a value', async () => {
    await show(<SearchForm />)
    fill(text('rides.to'), '  Ålesund ')
    search()
    await waitFor(() => expect(shownAddress()).toBe('/search?to=%C3%85lesund'))
  })

  test('the address has all three fields', async () => {
    await show(<SearchForm />)
    fill(text('rides.from'), 'Hamar')
    fill(text('rides.to'), 'Trondheim')
    fill(text('rides.date'), '27.11.2099')
    search()
    await waitFor(() => expect(shownAddress()).toBe('/search?from=Hamar&to=Trondheim&date=2099-11-27'))
  })

  test('an empty form opens the plain search page', async () => {
    await show(<SearchForm />)
    search()
    await waitFor(() => expect(shownAddress()).toBe('/search'))
  })

  test('swaps the two places and announces it', async () => {
    await show(<SearchForm initial={{ from: 'Hamar', to: 'Oslo' }} />)
    fireEvent.click(screen.getByRole('button', { name: text('rides.swap') }))
    expect(screen.getByText(text('rides.swapped'))).toBeDefined()
    search()
    await waitFor(() => expect(shownAddress()).toBe('/search?from=Oslo&to=Hamar'))
  })

  test('an unreadable date gets the focus, and nothing is searched', async () => {
    await show(<SearchForm initial={{ from: 'Hamar' }} />)
    fill(text('rides.date'), 'en dag')
    search()
    expect(shownAddress()).toBe('/')
    expect(document.activeElement).toBe(screen.getByLabelText(text('rides.date')))
  })
})
