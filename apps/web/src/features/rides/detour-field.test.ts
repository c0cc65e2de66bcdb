import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CostEstimate } from '@samtur/contract/costs'
import type { Road } from '@samtur/contract/places'
import { field, fill, fillIn, open, publishServer, submit } from '../../../test/publish.tsx'
import { text } from '../../../test/text.ts'

const server = publishServer()

const road: Road = {
  km: 494,
  minutes: 390,
  ferries: [],
  bridges: [],
  tolls: [],
  via: [],
  certain: true,
  about: false,
  winter: null,
  line: [],
  other: null,
}

const estimate = (change: Partial<CostEstimate> = {}): CostEstimate => ({
  mode: 'advise',
  currency: 'NOK',
  share: null,
  road,
  suggestions: [],
  detours: [],
  ...change,
})
const places = (...names: string[]) => names.map((name, index) => ({ place_id: index + 1, name }))

const choice = (minutes: number) =>
  screen.getByRole<HTMLInputElement>('radio', { name: minutes === 0 ? text('publish.detours_none') : String(minutes) })
const sentence = () => screen.getByRole('radiogroup', { name: text('publish.detours') }).nextElementSibling?.textContent

describe('detours in the publish form', () => {
  beforeEach(() => {
    const detours = places('Hamar', 'Gjøvik')
    server.answers['costs.estimate'] = ({ body }) => estimate({ detours: body.detour_minutes ? detours : [] })
  })

  test('are none at first, and are asked for once start and end are typed', async () => {
    await open()
    expect(screen.queryByRole('radiogroup', { name: text('publish.detours') })).toBeNull()
    fillIn()
    expect(choice(0).checked).toBe(true)
    expect(
      within(screen.getByRole('radiogroup', { name: text('publish.detours') })).getAllByRole('radio'),
    ).toHaveLength(6)
    expect(screen.getByRole('heading', { name: text('publish.detours_title', { minutes: 0 }) })).toBeDefined()
    expect(sentence()).toBe(text('publish.detours_no'))
  })

  test('name the places that they win, and go along with the estimate and the ride', async () => {
    await open()
    fillIn()
    fireEvent.click(choice(15))
    expect(screen.getByRole('heading', { name: text('publish.detours_title', { minutes: 15 }) })).toBeDefined()
    expect(sentence()).toBe(text('publish.detours_looking'))
    const won = text('publish.detours_won', { places: 'Hamar, Gjøvik' })
    await waitFor(() => expect(sentence()).toBe(`${won} ${text('publish.detours_terms')}`))
    expect(server.sentTo('costs.estimate').at(-1)?.body).toMatchObject({ detour_minutes: 15 })
    await submit()
    await screen.findByText(text('publish.success_title'))
    expect(server.sentTo('rides.publish')[0]?.body).toMatchObject({ detour_minutes: 15 })
  })

  test('say what each choice wins: the first of many places, none near the way, or that the stops must be known', async () => {
    const many = places('Hamar', 'Gjøvik', 'Elverum', 'Raufoss')
    const outcomes = [
      [20, { detours: many }, text('publish.detours_won_more', { places: 'Hamar, Gjøvik', count: 2 })],
      [10, { road: null }, text('publish.detours_unknown')],
      [5, {}, text('publish.detours_nowhere')],
      [30, { road: { ...road, certain: false } }, text('publish.detours_unknown')],
    ] as const
    await open()
    fillIn()
    for (const [minutes, change, words] of outcomes) {
      server.answers['costs.estimate'] = () => estimate(change)
      fireEvent.click(choice(minutes))
      await waitFor(() => expect(sentence(), `${minutes} minutes`).toContain(words))
    }
  })

  test('are kept with the draft', async () => {
    const { unmount } = await open()
    fillIn()
    fireEvent.click(choice(30))
    unmount()
    await open()
    expect(choice(30).checked).toBe(true)
    fill(text('publish.price'), '200')
    expect(field(text('publish.price')).value).toBe('200')
  })
})
