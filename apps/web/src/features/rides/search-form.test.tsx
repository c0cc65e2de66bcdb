import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ride } from '@samtur/contract/constants'
import { osloDay } from '#lib/oslo-time'
import { ridesServer, show } from '../../../test/rides.tsx'
import { shownAddress } from '../../../test/show.tsx'
import { text } from '../../../test/text.ts'
import { SearchForm } from './search-form.tsx'
import { addDays } from './trip-form.ts'

ridesServer()

const soon = addDays(osloDay(), 30)

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
    fill(text('rides.date'), soon)
    search()
    await waitFor(() => expect(shownAddress()).toBe(`/search?from=Hamar&to=Trondheim&date=${soon}`))
  })

  test('a date on which no ride can be published yet is refused at its field', async () => {
    await show(<SearchForm initial={{ from: 'Hamar' }} />)
    fill(text('rides.date'), addDays(osloDay(), ride.maxDaysAhead + 1))
    await screen.findByText(text('rides.date_out_of_range'))
    search()
    expect(shownAddress()).toBe('/')
    expect(document.activeElement).toBe(screen.getByLabelText(text('rides.date')))
    const last = addDays(osloDay(), ride.maxDaysAhead)
    fill(text('rides.date'), last)
    search()
    await waitFor(() => expect(shownAddress()).toBe(`/search?from=Hamar&date=${last}`))
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
