import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { become, fakeConnection, sendEvent } from '../../test/live.ts'
import { useChanged } from './live-changes.ts'

fakeConnection()

const change = () => sendEvent({ event: 'changed', what: 'support' })
/** The responses that the loads wait for, in their order. */
let loads: PromiseWithResolvers<string>[]

function List() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['list'],
    queryFn: () => {
      const load = Promise.withResolvers<string>()
      loads.push(load)
      return load.promise
    },
  })
  useChanged('support', () => void client.invalidateQueries({ queryKey: ['list'] }))
  return <output>{data}</output>
}

beforeEach(() => {
  vi.useFakeTimers()
  loads = []
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List />
    </QueryClientProvider>,
  )
})
afterEach(() => vi.useRealTimers())

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
async function respond(load: number, text: string) {
  loads[load]?.resolve(text)
  await pass(0)
}

test('a change reloads at once, and further ones together after a second', async () => {
  await respond(0, 'one')
  change()
  await pass(0)
  await respond(1, 'two')
  change()
  change()
  await pass(900)
  expect([loads.length, screen.getByRole('status').textContent]).toEqual([2, 'two'])
  await pass(200)
  expect(loads).toHaveLength(3)
})

test.each<[string, () => void]>([
  ['a change', change],
  ['a connection that joins', () => become('joined')],
])('%s during the first load reloads after it', async (_, happens) => {
  happens()
  await pass(0)
  await respond(0, 'read before the change')
  await pass(1_000)
  await respond(1, 'with the change')
  expect(screen.getByRole('status').textContent).toBe('with the change')
  await pass(10_000)
  expect(loads).toHaveLength(2)
})
