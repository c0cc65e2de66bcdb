/** Requests to `/rest/v1` that reach for rows, columns and values of others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shapes } from '../src/rest/shapes.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { createDataset, type Dataset } from '../../server/test/rights/dataset.ts'
import { addRide } from '../../server/test/rides.ts'
import { testSecret } from '../../server/test/sessions.ts'
import { programOf } from './people.ts'
import { sender } from './requests.ts'

let t: TestApp
let w: Dataset
let asStranger: Awaited<ReturnType<typeof sender>>
let asVisitor: typeof asStranger
beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret } })
  w = await createDataset(t)
  await t.db.kysely.updateTable('profile').set({ phone: '+4798765432' }).where('id', '=', w.accepted.id).execute()
  ;[asStranger, asVisitor] = [await sender(t, w.stranger), await sender(t)]
})
afterAll(() => t.close())

/** What only others than the stranger may read. */
const secrets = () =>
  ['+4791234567', '+4798765432', 'AB12345', 'Blå', 'Storgata', 'Hvor er turen', 'Ubehagelig', '"Hei"'].concat([
    w.driver.email,
    w.accepted.email,
    w.imageKey,
    w.chatId,
  ])

const upcoming = 'departure_time=gt.2026-01-01T00:00:00Z&available_seats=gt.0'

describe('all columns and related rows of others', () => {
  const everything: Record<string, (w: Dataset) => string> = {
    profile: ({ driver }) => `/profiles?select=*&id=eq.${driver.id}`,
    'upcoming rides': () => `/rides?select=*,driver:profiles(*),reservations(*,passenger:profiles(*))&${upcoming}`,
    'rides of a driver': ({ driver }) =>
      `/rides?select=*,driver:profiles(*),reservations(*,passenger:profiles(*),ride:rides(*))&driver_id=eq.${driver.id}`,
    reservations: ({ accepted }) =>
      `/reservations?select=*,ride:rides(*,driver:profiles(*)),passenger:profiles(*)&passenger_id=eq.${accepted.id}`,
    ratings: ({ driver }) => `/ratings?select=*,rater:profiles(*)&rated_id=eq.${driver.id}`,
    chats: ({ driver: { id } }) =>
      `/chats?select=*,driver:profiles!driver_id(*)&or=(driver_id.eq.${id},passenger_id.eq.${id})`,
    'the chat of two others': ({ driver, accepted }) =>
      `/chats?select=*&driver_id=eq.${driver.id}&passenger_id=eq.${accepted.id}`,
    messages: ({ chatId }) => `/messages?select=*&chat_id=eq.${chatId}`,
    'unread messages': ({ chatId, stranger }) =>
      `/messages?select=*&chat_id=in.(${chatId})&sender_id=neq.${stranger.id}&created_at=gt.2020-01-01T00:00:00Z`,
    'support requests': ({ accepted }) => `/support_requests?select=*&user_id=eq.${accepted.id}`,
  }
  test.each(Object.keys(everything))('%s show no private field', async (name) => {
    const path = `/rest/v1${everything[name]?.(w)}`
    for (const send of [asStranger, asVisitor]) {
      const { text } = await send('GET', path)
      for (const secret of secrets()) expect(text, secret).not.toContain(secret)
    }
  })

  test('the ride of the driver is found, so that the comparison says something', async () => {
    const { body } = await asStranger('GET', `/rest/v1${everything['upcoming rides']?.(w)}`)
    expect(body.map(({ id }: { id: string }) => id)).toContain(w.rideId)
    expect(body.find(({ id }: { id: string }) => id === w.rideId)).toMatchObject({
      reservations: [],
      license_plate: null,
    })
  })
})

describe('what is selected', () => {
  const malformed = [
    'count()',
    'price.sum()',
    'id::text',
    'notes->>a',
    'notes->a->b',
    'a:id:b',
    '...profiles(email)',
    '*,driver:profiles(email)',
    '*,driver:profiles(address,gender)',
    '*,driver:profiles(password)',
    '*,auth_user(*)',
    '*,driver:auth_user(*)',
    '*,profiles!reservations_passenger_id_fkey(*)',
    '*,driver:profiles!inner!auth_user_fkey(*)',
    '*,reservations!inner(*)',
    '*,driver:profiles(sessions(*))',
    '*,constructor(*)',
    '*,toString(*)',
    '__proto__',
    'hasOwnProperty',
    'password',
    'series_id',
    'id;select 1',
    "id'--",
    '*,(id)',
    '((((((id))))))',
  ]
  test.each(malformed)('%s is refused', async (select) => {
    const { status, body } = await asStranger('GET', `/rest/v1/rides?${upcoming}&select=${encodeURIComponent(select)}`)
    expect([status, Object.keys(body)]).toEqual([400, ['code', 'message', 'details', 'hint']])
  })

  test('an alias renames what may be seen, and nothing else', async () => {
    const select = 'email:id,phone:license_plate,driver:profiles(address:full_name,email:phone)'
    const { body } = await asStranger('GET', `/rest/v1/rides?${upcoming}&select=${select}`)
    const ride = body.find(({ email }: { email: string }) => email === w.rideId)
    expect(ride).toEqual({ email: w.rideId, phone: null, driver: { address: w.driver.name, email: null } })
  })
})

describe('filters', () => {
  /** All that a stranger may read by one column. */
  const offered = [
    'profiles.id',
    'reservations.passenger_id',
    'rides.driver_id',
    'ratings.rated_id',
    'messages.chat_id',
    'support_requests.user_id',
  ]

  test('on other columns than those of the operations find no rows', async () => {
    const found: string[] = []
    for (const [table, { columns }] of Object.entries(shapes))
      for (const column of columns) {
        const { status } = await asStranger('GET', `/rest/v1/${table}?${column}=eq.${w.driver.id}`)
        if (status === 200) found.push(`${table}.${column}`)
        else expect([`${table}.${column}`, status]).toEqual([`${table}.${column}`, 403])
      }
    expect(found.toSorted()).toEqual(offered.toSorted())
  })

  const operators = [
    'neq',
    'gt',
    'lt',
    'like',
    'ilike',
    'is',
    'in',
    'not.eq',
    'fts',
    'cs',
    'cd',
    'ov',
    'match',
    'imatch',
    'isdistinct',
    'eq(any)',
    'not.in',
  ]
  test.each(operators)('by %s of the listed columns find no rows', async (operator) => {
    const value = operator.endsWith('in') ? `(${w.driver.id})` : w.driver.id
    for (const name of offered) {
      const [table, column] = name.split('.')
      const { status } = await asStranger('GET', `/rest/v1/${table}?${column}=${operator}.${value}`)
      expect([name, [400, 403].includes(status)]).toEqual([name, true])
    }
  })

  test.each([
    '/profiles?id=eq.ID&email=like.*',
    '/profiles?id=eq.ID&id=eq.OTHER',
    '/profiles?or=(id.eq.ID,email.neq.x)',
    '/profiles?and=(id.eq.ID)',
    '/profiles?not.id=eq.ID',
    '/messages?or=(chat_id.eq.CHAT,sender_id.neq.OTHER)',
    '/messages?chat_id=eq.CHAT&content=ilike.*a*',
    '/chats?or=(driver_id.neq.OTHER,passenger_id.neq.OTHER)',
    '/chats?or=(driver_id.eq.OTHER,id.eq.CHAT)',
    '/chats?id=eq.CHAT',
    '/reservations?passenger_id=eq.OTHER&or=(status.eq.pending,id.neq.x)',
    '/reservations?ride_id=eq.RIDE',
    '/rides?driver.email=eq.x',
    '/rides?driver_id=eq.ID&reservations.message=ilike.*a*',
    '/support_requests?email=eq.x',
    '/profiles?constructor=eq.1',
    '/profiles?__proto__=eq.1',
    '/profiles?id=eq.ID&select=id&select=email',
    '/profiles?id=eq.ID&limit=1&limit=2',
  ])('%s is refused', async (path) => {
    const ids = { ID: w.driver.id, OTHER: w.stranger.id, CHAT: w.chatId, RIDE: w.rideId }
    const filled = Object.entries(ids).reduce(
      (text, [word, id]) => text.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), id),
      path,
    )
    const { status, text } = await asStranger('GET', `/rest/v1${filled}`)
    expect([[400, 403].includes(status), text.includes(w.driver.name)]).toEqual([true, false])
  })

  test('a query of 9 KB is too long', async () => {
    const long = `/rest/v1/profiles?id=in.(${Array.from({ length: 240 }, () => w.driver.id).join()})`
    expect((await asStranger('GET', long)).status).toBe(414)
  })

  test('text that is searched for has a limit', async () => {
    expect(
      (await asVisitor('GET', `/rest/v1/rides?${upcoming}&start_location=ilike.*${'a'.repeat(200)}*`)).status,
    ).toBe(400)
  })
})

describe('order, page and count', () => {
  test.each(['phone.asc', 'email.desc', 'driver(phone).asc', 'id.asc', 'created_at.asc;select'])(
    'the order %s is refused',
    async (order) => {
      const { status } = await asStranger('GET', `/rest/v1/profiles?id=eq.${w.driver.id}&order=${order}`)
      expect([400, 403]).toContain(status)
    },
  )

  test('a page has at most fifty rides, whatever is requested', async () => {
    const departure = new Date(t.clock.now().getTime() + 86_400_000)
    const add = () => addRide(t.db, { driverId: w.stranger.id, route: ['Voss', 'Odda'], departure })
    const ids = await Promise.all(Array.from({ length: 51 }, add))
    const path = `/rest/v1/rides?${upcoming}`
    expect((await asVisitor('GET', path)).body).toHaveLength(50)
    expect((await asVisitor('GET', `${path}&limit=100000000`)).body).toHaveLength(50)
    expect((await asVisitor('GET', path, { headers: { range: '0-100000000' } })).body).toHaveLength(50)
    await t.db.kysely.deleteFrom('ride').where('id', 'in', ids).execute()
    expect((await asVisitor('GET', path, { headers: { range: '0-0' } })).body).toHaveLength(1)
    expect((await asVisitor('GET', path, { headers: { range: '5-1' } })).status).toBe(416)
    expect((await asVisitor('GET', `${path}&offset=999999999`)).body).toEqual([])
  })

  test.each([
    'available_seats=gte.0',
    'available_seats=gt.-1',
    'available_seats=gt.',
    'available_seats=gt.0&start_location=ilike.oslo',
    'available_seats=gt.0&start_location=ilike.*o_lo*',
    'available_seats=gt.0&departure_time=lt.2026-05-04T00:00:00',
    'available_seats=gt.0&departure_time=lt.%2B275760-09-13T00:00:00Z',
  ])('a search by %s is refused', async (filters) => {
    const { status } = await asVisitor('GET', `/rest/v1/rides?departure_time=gt.2026-01-01T00:00:00Z&${filters}`)
    expect([400, 403]).toContain(status)
  })

  test.each(['limit=-1', 'limit=1e9', 'limit=99999999999999999999', 'offset=-1', 'limit=0x10'])(
    '%s is refused',
    async (page) => {
      expect((await asVisitor('GET', `/rest/v1/rides?${upcoming}&${page}`)).status).toBe(400)
    },
  )

  test('a count includes no rows of others', async () => {
    const headers = { prefer: 'count=exact' }
    for (const path of [`/reservations?passenger_id=eq.${w.accepted.id}`, `/messages?chat_id=eq.${w.chatId}`]) {
      const response = await asStranger('GET', `/rest/v1${path}`, { headers })
      expect([response.body, response.headers.get('content-range')]).toEqual([[], '*/0'])
    }
    expect(
      (await asStranger('HEAD', `/rest/v1/reservations?passenger_id=eq.${w.accepted.id}`, { headers })).status,
    ).toBe(405)
  })
})

describe('other forms of a request', () => {
  test.each([
    [{ accept: 'text/csv' }, 406],
    [{ accept: 'application/vnd.pgrst.plan+text; for="application/json"; options=analyze;' }, 406],
    [{ 'accept-profile': 'pg_catalog' }, 406],
    [{ 'accept-profile': 'auth' }, 406],
  ])('%o is refused', async (headers: Record<string, string>, status) => {
    expect((await asStranger('GET', `/rest/v1/profiles?id=eq.${w.driver.id}`, { headers })).status).toBe(status)
  })

  test('through the client library, another person’s rows are none', async () => {
    const program = await programOf(t, w.stranger)
    const own = await program.from('reservations').select('*').eq('passenger_id', w.accepted.id)
    const changed = await program
      .from('reservations')
      .update({ status: 'accepted' })
      .eq('id', w.reservations.pending)
      .select()
    expect([own.data, changed.data]).toEqual([[], []])
    expect((await program.from('reservations').delete().eq('id', w.reservations.pending)).status).toBe(405)
    expect((await program.from('messages').select('*', { count: 'exact', head: true })).count).toBeNull()
    expect((await program.schema('auth').from('rides').select('*')).error?.code).toBe('PGRST106')
  })
})
