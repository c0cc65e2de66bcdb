/** Requests to `/rest/v1` that try to write what the server sets, or what belongs to others. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { createDataset, type Dataset } from '../../server/test/rights/dataset.ts'
import { testSecret } from '../../server/test/sessions.ts'
import { sender } from './requests.ts'

let t: TestApp
let w: Dataset
let as: Record<'visitor' | 'stranger' | 'pending' | 'driver', Awaited<ReturnType<typeof sender>>>
beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret } })
  w = await createDataset(t)
  as = {
    visitor: await sender(t),
    stranger: await sender(t, w.stranger),
    pending: await sender(t, w.pending),
    driver: await sender(t, w.driver),
  }
})
afterAll(() => t.close())

const tables = [
  'profile',
  'auth_user',
  'ride',
  'reservation',
  'rating',
  'chat',
  'message',
  'user_block',
  'user_report',
  'support_request',
]

/** Returns all rows that the requests could have changed. */
async function snapshot() {
  const all = tables.map(async (table) => {
    const { rows } = await sql<{
      row: string
    }>`select to_jsonb(one)::text as row from ${sql.table(table)} one order by 1`.execute(t.db.read)
    return [table, rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(all))
}

interface Attack {
  name: string
  by: keyof typeof as
  method: 'POST' | 'PATCH'
  path(w: Dataset): string
  body(w: Dataset): unknown
  headers?: Record<string, string>
  /** 204 where no row of the caller's fits. */
  status: number
}

const ride = (w: Dataset) => ({
  driver_id: w.stranger.id,
  start_location: 'Voss',
  end_location: 'Odda',
  departure_time: '2027-03-01T08:00:00Z',
  arrival_time: '2027-03-01T10:00:00Z',
  price: 100,
  total_seats: 3,
  license_plate: 'AB12345',
  car_make: 'Volvo',
  car_model: 'V60',
  car_color: 'Blå',
})
const insert = (
  name: string,
  table: string,
  body: Attack['body'],
  status = 403,
  by: Attack['by'] = 'stranger',
): Attack => ({
  name,
  by,
  method: 'POST',
  path: () => `/rest/v1/${table}`,
  body,
  status,
})
const update = (
  name: string,
  path: Attack['path'],
  body: object,
  status: number,
  by: Attack['by'] = 'stranger',
): Attack => ({
  name,
  by,
  method: 'PATCH',
  path: (w) => `/rest/v1/${path(w)}`,
  body: () => body,
  status,
})
const own = (w: Dataset) => `profiles?id=eq.${w.stranger.id}`
const others = (w: Dataset) => `profiles?id=eq.${w.driver.id}`
const request = { name: 'Kari', email: 'kari@example.no', subject: 'Hei', description: 'Hvordan?' }

const attacks: Attack[] = [
  insert('a ride of another driver', 'rides', (w) => ({ ...ride(w), driver_id: w.driver.id })),
  insert('a ride with its own id', 'rides', (w) => ({ ...ride(w), id: crypto.randomUUID() })),
  insert('a ride with more free seats than seats', 'rides', (w) => ({ ...ride(w), available_seats: 7 })),
  insert('a ride that is older', 'rides', (w) => ({ ...ride(w), created_at: '2020-01-01T00:00:00Z' })),
  insert('a ride of a series', 'rides', (w) => ({ ...ride(w), series_id: w.seriesId })),
  insert('two rides at once', 'rides', (w) => [ride(w), ride(w)], 400),
  insert('a reservation of another person', 'reservations', (w) => ({
    ride_id: w.rideId,
    passenger_id: w.driver.id,
    seats_requested: 1,
  })),
  insert('an accepted reservation', 'reservations', (w) => ({
    ride_id: w.rideId,
    seats_requested: 1,
    status: 'accepted',
  })),
  insert('a reservation at another price', 'reservations', (w) => ({
    ride_id: w.rideId,
    seats_requested: 1,
    price: 0,
  })),
  insert('more seats than there may be', 'reservations', (w) => ({ ride_id: w.rideId, seats_requested: 5 }), 400),
  insert(
    'a reservation by a visitor',
    'reservations',
    (w) => ({ ride_id: w.rideId, seats_requested: 1 }),
    401,
    'visitor',
  ),
  update(
    'the own pending request accepted',
    (w) => `reservations?id=eq.${w.reservations.pending}`,
    { status: 'accepted' },
    204,
    'pending',
  ),
  update(
    'a decision that is taken back',
    (w) => `reservations?id=eq.${w.reservations.accepted}`,
    { status: 'pending' },
    403,
    'driver',
  ),
  update(
    'a status that there is not',
    (w) => `reservations?id=eq.${w.reservations.pending}`,
    { status: 'paid' },
    403,
    'driver',
  ),
  update(
    'a request moved to another ride',
    (w) => `reservations?id=eq.${w.reservations.pending}`,
    { status: 'accepted', ride_id: 'x' },
    403,
    'driver',
  ),
  update('the own role', own, { role: 'admin' }, 403),
  update('the own address', own, { email: 'ny@example.no' }, 403),
  update('the own id', own, { id: crypto.randomUUID() }, 403),
  update('the own rating', own, { rating: 10 }, 403),
  update('the own rating beside the name', own, { full_name: 'Ny', rating: 10 }, 403),
  update('being a driver, which has no effect', own, { is_driver: true }, 204),
  update('being a driver in other words', own, { is_driver: 1 }, 403),
  update('a picture of another site', own, { profile_picture: 'https://other.example/a.png' }, 403),
  update('a date of joining', own, { created_at: '2020-01-01T00:00:00Z' }, 403),
  update('a name that is no text', own, { full_name: { text: 'Ny' } }, 400),
  update('another person’s name', others, { full_name: 'Ny' }, 204),
  update('another person’s rating', others, { rating: 1 }, 403),
  update('a visitor’s name', others, { full_name: 'Ny' }, 401, 'visitor'),
  insert(
    'a rating of a ride without a seat',
    'ratings',
    (w) => ({ ride_id: w.rideId, rated_id: w.driver.id, rating: 1 }),
    404,
  ),
  insert(
    'a rating in another name',
    'ratings',
    (w) => ({ ride_id: w.rideId, rater_id: w.accepted.id, rated_id: w.driver.id, rating: 1 }),
    404,
  ),
  insert('a conversation of two others', 'chats', (w) => ({
    driver_id: w.driver.id,
    passenger_id: w.accepted.id,
    ride_id: null,
  })),
  insert('a conversation that is deleted', 'chats', (w) => ({
    driver_id: w.driver.id,
    passenger_id: w.stranger.id,
    deleted_by_driver: true,
  })),
  insert('a message in a conversation of others', 'messages', (w) => ({ chat_id: w.chatId, content: 'Hei' }), 404),
  insert('a message in another name', 'messages', (w) => ({
    chat_id: w.chatId,
    sender_id: w.driver.id,
    content: 'Hei',
  })),
  insert(
    'a message of the system',
    'messages',
    (w) => ({ chat_id: w.chatId, content: 'Hei', message_type: 'system' }),
    400,
  ),
  insert('a message that is older', 'messages', (w) => ({
    chat_id: w.chatId,
    content: 'Hei',
    created_at: '2020-01-01T00:00:00Z',
  })),
  insert('a block in another name', 'user_blocks', (w) => ({ blocker_id: w.driver.id, blocked_id: w.accepted.id })),
  insert('a report in another name', 'user_reports', (w) => ({
    reporter_id: w.driver.id,
    reported_id: w.accepted.id,
    reason: 'Hei',
  })),
  insert('a report that is decided', 'user_reports', (w) => ({
    reported_id: w.driver.id,
    reason: 'Hei',
    status: 'resolved',
  })),
  insert('a report with who reviewed it', 'user_reports', (w) => ({
    reported_id: w.driver.id,
    reason: 'Hei',
    reviewed_by: w.stranger.id,
  })),
  update('a report that others decide', (w) => `user_reports?id=eq.${w.reportId}`, { status: 'dismissed' }, 403),
  insert('a request to the support in another name', 'support_requests', (w) => ({ ...request, user_id: w.driver.id })),
  insert('a request that is resolved', 'support_requests', () => ({ ...request, status: 'resolved' })),
  insert('a request with notes', 'support_requests', () => ({ ...request, admin_notes: 'Ja' })),
  insert('a message of an administrator', 'support_requests', (w) => ({
    ...request,
    user_id: w.driver.id,
    request_type: 'admin_message',
    status: 'resolved',
  })),
  insert('an account', 'profiles', () => ({ id: crypto.randomUUID(), full_name: 'Ny' })),
  insert('a table that is not listed', 'auth_user', () => ({ id: crypto.randomUUID() }), 404),
  {
    ...insert('a row that replaces another', 'user_blocks', (w) => ({ blocked_id: w.driver.id })),
    headers: { prefer: 'resolution=merge-duplicates' },
  },
  {
    ...insert('a trial without effect', 'user_blocks', (w) => ({ blocked_id: w.driver.id })),
    headers: { prefer: 'return=minimal, tx=rollback' },
  },
  {
    ...insert('a row of which a part is used', 'user_blocks', (w) => ({ blocked_id: w.driver.id }), 400),
    path: () => '/rest/v1/user_blocks?columns=%22blocker_id%22',
  },
  {
    ...insert('a row in an order', 'user_blocks', (w) => ({ blocked_id: w.driver.id })),
    path: () => '/rest/v1/user_blocks?order=blocked_id.asc',
  },
  update('the own name in an order', (w) => `${own(w)}&order=full_name.asc`, { full_name: 'Ny' }, 403),
  {
    ...insert('a row of another schema', 'user_blocks', (w) => ({ blocked_id: w.driver.id }), 406),
    headers: { 'content-profile': 'auth' },
  },
  {
    ...insert('a filter beside an insert', 'user_blocks', (w) => ({ blocked_id: w.driver.id })),
    path: () => '/rest/v1/user_blocks?id=eq.1',
  },
  update('all profiles at once', () => 'profiles', { full_name: 'Ny' }, 403),
  update('profiles by another column', () => 'profiles?role=eq.user', { full_name: 'Ny' }, 403),
  insert('broken JSON', 'user_blocks', () => '{"blocked_id":', 400),
  insert('a key that reaches the prototype', 'user_blocks', () => '{"__proto__":{"blocked_id":1}}', 400),
  insert('the same key twice', 'user_blocks', () => '{"blocked_id":"a","blocked_id":"b"}', 400),
  insert('no row', 'user_blocks', () => '[]', 400),
  insert('null', 'user_blocks', () => 'null', 400),
  insert('a row of a row', 'user_blocks', () => '[[{}]]', 400),
  {
    ...insert('a form', 'user_blocks', () => 'blocked_id=1', 415),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
]

describe('a write', () => {
  test.each(attacks)('is refused and changes nothing: $name', async ({ by, method, path, body, headers, status }) => {
    const before = await snapshot()
    const prefer = status === 204 ? 'return=minimal' : 'return=representation'
    const response = await as[by](method, path(w), { body: body(w), headers: { prefer, ...headers } })
    expect([response.status, response.text.slice(0, 200)]).toEqual([status, expect.anything()])
    expect(await snapshot()).toEqual(before)
  })
})

describe('deleting a conversation by the procedure', () => {
  const call = (by: keyof typeof as, body: unknown) => as[by]('POST', '/rest/v1/rpc/delete_chat_for_user', { body })

  test('fails in another name, without a name and with more arguments', async () => {
    const before = await snapshot()
    expect((await call('stranger', { chat_id: w.chatId, user_id: w.driver.id })).body).toBe(false)
    expect((await call('driver', { chat_id: w.chatId, user_id: w.accepted.id })).body).toBe(false)
    expect((await call('driver', { chat_id: w.chatId })).status).toBe(404)
    expect((await call('driver', { chat_id: w.chatId, user_id: w.driver.id, both: true })).status).toBe(404)
    expect((await call('visitor', { chat_id: w.chatId, user_id: w.driver.id })).status).toBe(401)
    expect((await as.driver('GET', `/rest/v1/rpc/delete_chat_for_user?chat_id=${w.chatId}`)).status).toBe(405)
    expect(await snapshot()).toEqual(before)
  })

  test('works for the own side', async () => {
    expect((await call('driver', { chat_id: w.chatId, user_id: w.driver.id })).body).toBe(true)
  })
})
