/** The client key and a visitor see over `/rest/v1` what a visitor sees on our pages, and not one field more. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { namesIn, shapes, type TableName } from '../src/rest/shapes.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { createDataset, type Dataset } from '../../server/test/rights/dataset.ts'
import { interfaceMatrix } from './rights/matrix.ts'
import { testSecret } from '../../server/test/sessions.ts'
import { sender } from './requests.ts'

let t: TestApp
let w: Dataset
let read: (path: string) => Promise<unknown[]>
beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret } })
  w = await createDataset(t)
  const own = { gender: 'mann', age: 40, is_passenger: true } as const
  await t.db.kysely.updateTable('profile').set(own).where('id', '=', w.driver.id).execute()
  const send = await sender(t)
  read = async (path) => (await send('GET', `/rest/v1/${path}`)).body as unknown[]
})
afterAll(() => t.close())

/** Returns every value in it beside null, by the path to it: `driver.rating`. Members of a list share one path. */
function leaves(value: unknown, path = ''): [path: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, path))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name))
  return value === null ? [] : [[path, value]]
}

/** An address without our origin, a day without its time. */
const plain = (value: unknown) =>
  typeof value === 'string' ? value.replace(t.app.origin(), '').replace('T00:00:00.000Z', '') : value

const api = async (path: string) => (await t.call('GET', `/api/v1${path}`)).body as unknown

interface Comparison {
  /** As the rights matrix names it. */
  operation: string
  filters(w: Dataset): string
  /** What a visitor's pages read of the same. */
  pages(w: Dataset): string[]
  /** The columns that are not null for a visitor. */
  shown: string[]
}

const driver = ['driver.full_name', 'driver.id', 'driver.rating']
const ride = namesIn(
  'available_seats car_make car_model created_at departure_time arrival_time driver_id end_location id pets_allowed price ' +
    'start_location stops total_seats',
)
/** Returns a list of all columns of a table, and of all related rows two tables deep. */
const everything = (table: TableName, depth = 2): string => {
  const related = depth === 0 ? [] : Object.entries(shapes[table].relations)
  return ['*', ...related.map(([name, { table: other }]) => `${name}:${other}(${everything(other, depth - 1)})`)].join()
}

const comparisons: Comparison[] = [
  {
    operation: 'rides.search',
    filters: () => 'departure_time=gt.2026-01-01T00:00:00Z&available_seats=gt.0',
    pages: () => ['/rides'],
    shown: [...ride, ...driver],
  },
  {
    operation: 'rides.mine',
    filters: ({ driver: { id } }) => `driver_id=eq.${id}`,
    pages: ({ rideId }) => [`/rides/${rideId}`],
    shown: [...ride, ...driver],
  },
  {
    operation: 'profiles.one',
    filters: ({ driver: { id } }) => `id=eq.${id}`,
    pages: ({ driver: { id } }) => [`/profiles/${id}`],
    shown: ['age', 'created_at', 'full_name', 'gender', 'id', 'is_driver', 'is_passenger', 'rating'],
  },
  {
    operation: 'ratings.of',
    filters: ({ driver: { id } }) => `rated_id=eq.${id}`,
    pages: ({ driver: { id } }) => [`/profiles/${id}`, `/profiles/${id}/ratings`],
    shown: ['comment', 'created_at', 'id', 'rated_id', 'rater.full_name', 'rating'],
  },
]

test('every read that is open to a visitor is compared with the pages', () => {
  const open = interfaceMatrix.filter(
    ({ route, answers, name }) => name.startsWith('rest: ') && route.startsWith('GET ') && answers.V === 200,
  )
  expect(open.map(({ name }) => name).toSorted()).toEqual(
    comparisons.map(({ operation }) => `rest: ${operation}`).toSorted(),
  )
})

describe.each(comparisons)('$operation', ({ operation, filters, pages, shown }) => {
  const [table] = operation.split('.') as [TableName]
  const rest = (w: Dataset) => `${table}?select=${everything(table)}&${filters(w)}`

  test('have the listed columns filled, and no other', async () => {
    const rows = await read(rest(w))
    expect(rows.length).toBeGreaterThan(0)
    expect([...new Set(leaves(rows).map(([path]) => path))].toSorted()).toEqual(shown.toSorted())
  })

  test('have no value that the pages of a visitor do not have', async () => {
    const seen = await Promise.all(pages(w).map(api))
    const known = new Set(leaves(seen).map(([, value]) => plain(value)))
    expect(leaves(await read(rest(w))).filter(([, value]) => !known.has(plain(value)))).toEqual([])
  })
})

test('every other table is closed to a visitor', async () => {
  const send = await sender(t)
  const paths = [
    `reservations?passenger_id=eq.${w.accepted.id}`,
    `chats?or=(driver_id.eq.${w.driver.id},passenger_id.eq.${w.driver.id})`,
    `messages?chat_id=eq.${w.chatId}`,
    'user_reports',
    'support_requests',
    `support_requests?user_id=eq.${w.accepted.id}`,
    `profiles?id=in.(${w.driver.id})`,
  ]
  for (const path of paths) expect([path, (await send('GET', `/rest/v1/${path}`)).status]).toEqual([path, 401])
})
