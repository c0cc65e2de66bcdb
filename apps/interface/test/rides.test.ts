/** Rides through the client library. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { createDataset, type Dataset } from '../../server/test/rights/dataset.ts'
import { createProgram } from './client.ts'

let t: TestApp
let dataset: Dataset
beforeAll(async () => {
  t = await startTestApp()
  dataset = await createDataset(t)
})
afterAll(() => t.close())

test('a visitor reads upcoming rides with the driver, and no private field', async () => {
  const { data, error } = await createProgram(t)
    .from('rides')
    .select('*, driver:profiles!rides_driver_id_fkey(full_name, rating, profile_picture, phone)')
    .gt('departure_time', t.clock.now().toISOString())
    .gt('available_seats', 0)
    .order('departure_time', { ascending: true })
    .limit(10)
  expect(error).toBeNull()
  expect(data?.find((ride) => ride.id === dataset.rideId)).toMatchObject({
    driver_id: dataset.driver.id,
    license_plate: null,
    driver: { full_name: dataset.driver.name, phone: null },
  })
})

test('other filters than those of the operations are refused', async () => {
  const { error, status } = await createProgram(t).from('rides').select('*').eq('license_plate', 'AB12345')
  expect([status, error?.code]).toEqual([403, '42501'])
})

test('without one of the two filters, or both, the same public rows are read', async () => {
  const all = () =>
    createProgram(t).from('rides').select('*, driver:profiles(*)').order('departure_time', { ascending: true })
  const both = await all().gt('departure_time', t.clock.now().toISOString()).gt('available_seats', 0)
  expect(both.data?.map(({ id }) => id)).toContain(dataset.rideId)
  for (const [name, read] of [
    ['without the seats', all().gt('departure_time', t.clock.now().toISOString())],
    ['without the time', all().gt('available_seats', 0)],
    ['without both', all()],
    ['from long ago', all().gt('departure_time', '2001-01-01T00:00:00Z')],
  ] as const) {
    const { data, error } = await read
    expect([name, error, data]).toEqual([name, null, both.data])
  }
})
