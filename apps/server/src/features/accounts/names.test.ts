/** Names that a linked service confirms, against certified providers with the claims of Vipps, BankID and a broker of MitID. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestResponse } from '../../../test/app.ts'
import { eachRow } from '../../../test/each-row.ts'
import { startOidcService, type OidcService } from '../../../test/oidc.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, signedInAgain, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { middleOf } from '../../../test/windows.ts'
import { findViolations } from '#platform/db/invariants'
import { dayOf } from '#platform/clock'

const client = 'http://localhost:3999'
let services: OidcService[]
let t: TestApp

interface Official {
  given: string
  family: string
  /** yyyy-mm-dd. */
  born?: string | undefined
}

/** Claims as each service sends them. */
const claimsOf: Record<string, (official: Official) => object> = {
  vipps: ({ given, family, born }) => ({
    name: `${given} ${family}`,
    given_name: given,
    family_name: family,
    birthdate: born,
    sid: '7d78a726-af92-499e-b857-de263ef9a969',
  }),
  bankid: ({ given, family, born }) => ({
    name: `${family}, ${given}`,
    given_name: given,
    family_name: family,
    birthdate: born,
    nnin_altsub: '17059012345',
  }),
  mitid: ({ given, family, born }) => ({
    'mitid.identity_name': `${given} ${family}`,
    'mitid.date_of_birth': born,
    'mitid.age': '36',
  }),
}
const ids = Object.keys(claimsOf)

beforeAll(async () => {
  const names = ['name', 'given_name', 'family_name']
  const confirms = 'name' as const
  services = await Promise.all([
    startOidcService({
      id: 'vipps',
      client,
      scopes: { name: names, birthDate: ['birthdate'] },
      settings: { name: 'Vipps', scopes: ['openid', 'name', 'birthDate'], confirms },
    }),
    startOidcService({
      id: 'bankid',
      client,
      claimsInToken: true,
      signsUserInfo: true,
      scopes: { profile: [...names, 'birthdate'] },
      settings: { name: 'BankID', scopes: ['openid', 'profile'], confirms },
    }),
    startOidcService({
      id: 'mitid',
      client,
      scopes: { mitid: ['mitid.identity_name', 'mitid.date_of_birth', 'mitid.age'] },
      settings: { name: 'MitID', scopes: ['openid', 'mitid', 'email'], confirms },
    }),
    startOidcService({
      id: 'prove',
      client,
      scopes: { profile: [...names, 'birthdate'] },
    }),
  ])
  t = await startTestApp({
    clock: middleOf(24 * 3_600_000),
    env: {
      SECRET: testSecret,
      PUBLIC_URL: client,
      OIDC_PROVIDERS: JSON.stringify(services.map(({ settings }) => settings)),
    },
  })
})
afterAll(async () => {
  expect(await findViolations(t.db.kysely)).toEqual([])
  await t.close()
  await Promise.all(services.map((service) => service.close()))
})

const serviceOf = (id: string) => services.find(({ settings }) => settings.id === id) as OidcService

/** Who is signed in at the service from now on. */
function isThere(id: string, official: Official, sub: string = randomUUID()) {
  serviceOf(id).account = { sub, ...(claimsOf[id] ?? claimsOf['vipps'])?.(official) }
  return sub
}

const stateCookie = ({ headers }: TestResponse) => /^auth\.state=[^;]+/m.exec(headers.getSetCookie().join('\n'))?.[0]

async function start(id: string, as: TestPerson | undefined) {
  const path = as ? '/api/auth/link-social' : '/api/auth/sign-in/social'
  const response = await t.call('POST', path, { body: { provider: id }, as })
  expect(response.status).toBe(200)
  return { url: response.body.url as string, cookie: [as?.cookie, stateCookie(response)].filter(Boolean).join('; ') }
}

const comeBack = async ({ pathname, search }: URL, cookie: string) =>
  (await t.call('GET', pathname + search, { as: { cookie } })).headers.get('location')

/** Links the service, or signs in with it; returns where the visit ends. */
async function visit(id: string, as?: TestPerson) {
  const { url, cookie } = await start(id, as)
  return comeBack(await serviceOf(id).visit(url), cookie)
}

const ingrid = { given: 'Ingrid Marie', family: 'Solberg', born: '1990-05-17' }
const newIngrid = () => addPerson(t.db.kysely, { name: 'Ingrid Solberg' })
const badge = async ({ id }: TestPerson) => (await t.call('GET', `/api/v1/profiles/${id}`)).body.name_confirmed
const states = async (as: TestPerson) => {
  const { body } = await t.call('GET', '/api/v1/me/sign-in-methods', { as })
  return Object.fromEntries(
    (body.providers as { id: string; name_state: string | null }[]).map(({ id, name_state }) => [id, name_state]),
  )
}
const month = () => `${dayOf(t.clock.now()).slice(0, 7)}-01`
/** Returns the day on which somebody of that age was born, plus some days. */
const bornYearsAgo = (years: number, days = 0) =>
  Temporal.PlainDate.from(dayOf(t.clock.now())).subtract({ years }).add({ days }).toString()
const rename = (as: TestPerson, full_name: string) => t.call('PATCH', '/api/v1/me/profile', { as, body: { full_name } })
const givePassword = ({ id }: TestPerson) =>
  sql`insert into auth_account (user_id, account_id, provider_id, password)
    values (${id}, ${id}, 'credential', 'x')`.execute(t.db.kysely)

const stored = async () => {
  const { rows } = await sql<{ row: object }>`
    select to_jsonb(name_confirmation) as row from name_confirmation union all select to_jsonb(auth_account) from auth_account
    union all select to_jsonb(auth_verification) from auth_verification union all select to_jsonb(outbox) from outbox
    union all select to_jsonb(auth_user) from auth_user where name <> 'Ingrid Solberg'`.execute(t.db.kysely)
  return JSON.stringify(rows)
}

describe.each(ids)('%s', (id) => {
  const name = () => serviceOf(id).settings.name

  test('confirms the name of a person of at least 18 years when it is linked, without a mail address', async () => {
    const person = await newIngrid()
    isThere(id, ingrid)
    expect((await states(person))[id]).toBe('open')
    expect(await badge(person)).toBeNull()
    expect(await visit(id, person)).toBe('/security')
    expect(await badge(person)).toEqual({ provider: name(), month: month() })
    expect((await states(person))[id]).toBe('confirmed')
    const { body: me } = await t.call('GET', '/api/v1/me', { as: person })
    expect(me.profile).toMatchObject({ name_confirmed: { provider: name(), month: month() }, trusted: true })
  })

  test('leaves neither name, birth date nor number in the database', async () => {
    isThere(id, { given: 'Ragnhild Aurora', family: 'Solberg', born: '1971-02-03' })
    await visit(id, await newIngrid())
    const text = await stored()
    for (const secret of ['Ragnhild', 'Aurora', '1971-02-03', '17059012345']) expect(text).not.toContain(secret)
    expect(text).toContain('"names_agree":false')
  })

  test('confirms nothing for a person who is 18 tomorrow', async () => {
    const person = await newIngrid()
    isThere(id, { ...ingrid, born: bornYearsAgo(18, 1) })
    await visit(id, person)
    expect([await badge(person), (await states(person))[id]]).toEqual([null, 'under_18'])
  })
})

test('a name is confirmed from the 18th birthday on, and neither another name nor one without a birth date or a name', async () => {
  const rows: { born?: string | undefined; given?: string; account?: object; state: string }[] = [
    { born: bornYearsAgo(18), state: 'confirmed' },
    { born: bornYearsAgo(17), state: 'under_18' },
    { given: 'Kari', state: 'names_differ' },
    { born: undefined, state: 'no_age' },
    { account: { birthdate: ingrid.born }, state: 'no_name' },
  ]
  await eachRow(
    rows,
    (row) => JSON.stringify(row),
    async ({ state, account, ...changes }) => {
      const person = await newIngrid()
      const sub = isThere('vipps', { ...ingrid, ...changes })
      if (account) serviceOf('vipps').account = { sub, ...account }
      await visit('vipps', person)
      expect((await states(person))['vipps']).toBe(state)
      expect((await badge(person)) !== null).toBe(state === 'confirmed')
    },
  )
})

describe('a confirmed name', () => {
  async function confirmed(id = 'vipps') {
    const person = await newIngrid()
    const sub = isThere(id, ingrid)
    await visit(id, person)
    expect(await badge(person)).not.toBeNull()
    return { person, sub }
  }

  test('is confirmed again by signing in with the service, with the new month', async () => {
    const { person } = await confirmed()
    await sql`update name_confirmation set month = '2026-01-01' where identity_id in
      (select id from auth_account where user_id = ${person.id})`.execute(t.db.kysely)
    expect(await badge(person)).toEqual({ provider: 'Vipps', month: '2026-01-01' })
    expect(await visit('vipps')).toBe('/')
    expect(await badge(person)).toEqual({ provider: 'Vipps', month: month() })
  })

  test('is taken away by a service that says another name later', async () => {
    const { person, sub } = await confirmed()
    isThere('vipps', { ...ingrid, family: 'Hansen' }, sub)
    await visit('vipps', person)
    expect([await badge(person), (await states(person))['vipps']]).toEqual([null, 'names_differ'])
  })

  test('is gone at once when the name changes, also to one that would agree, until the service is used again', async () => {
    const { person } = await confirmed()
    const same = await rename(person, 'Ingrid Solberg')
    expect(same.body.name_confirmed).not.toBeNull()
    const changed = await rename(person, 'Ingrid Marie Solberg')
    expect(changed.body).toMatchObject({ full_name: 'Ingrid Marie Solberg', name_confirmed: null, trusted: false })
    expect([await badge(person), (await states(person))['vipps']]).toEqual([null, 'open'])
    await visit('vipps', person)
    expect(await badge(person)).not.toBeNull()
  })

  test('stays when other fields of the profile change', async () => {
    const { person } = await confirmed()
    await t.call('PATCH', '/api/v1/me/profile', { as: person, body: { age: 36, gender: 'kvinne' } })
    expect(await badge(person)).not.toBeNull()
  })

  test('is gone when the service is unlinked; that of another service stays', async () => {
    const { person } = await confirmed()
    await givePassword(person)
    isThere('bankid', ingrid)
    await visit('bankid', person)
    const unlink = (provider: string) => t.call('POST', '/api/auth/unlink-account', { body: { provider }, as: person })
    expect((await unlink('vipps')).status).toBe(200)
    expect(await badge(person)).toMatchObject({ provider: 'BankID' })
    expect((await unlink('bankid')).status).toBe(200)
    expect(await badge(person)).toBeNull()
  })

  test('is gone when the account is deleted, and does not come back when the person changes their mind', async () => {
    const { person } = await confirmed()
    expect((await t.call('POST', '/api/v1/me/deletion', { as: person, body: {} })).status).toBe(200)
    expect((await t.call('GET', `/api/v1/profiles/${person.id}`)).status).toBe(404)
    const back = await signedInAgain(t.db.kysely, person)
    expect((await t.call('DELETE', '/api/v1/me/deletion', { as: back })).status).toBe(200)
    expect([await badge(person), (await states(back))['vipps']]).toEqual([null, 'open'])
  })

  test('belongs to one account: another one cannot link the same identity', async () => {
    const { person, sub } = await confirmed()
    const second = await newIngrid()
    isThere('vipps', ingrid, sub)
    expect(await visit('vipps', second)).toBe('/security?error=already_linked')
    expect([await badge(second), (await states(second))['vipps']]).toEqual([null, 'open'])
    expect(await badge(person)).not.toBeNull()
  })

  test('is shown beside the driver of a ride and to the people of a reservation', async () => {
    const { person: driver } = await confirmed()
    const { person: passenger } = await confirmed('mitid')
    const departure = new Date(t.clock.now().getTime() + 48 * 3_600_000)
    const ride = await addRide(t.db, { driverId: driver.id, route: ['Moss', 'Oslo'], departure })
    await t.db.kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', driver.id).execute()
    const vipps = { provider: 'Vipps', month: month() }
    expect((await t.call('GET', `/api/v1/rides/${ride}`)).body.name_confirmed).toEqual(vipps)
    const reserved = await t.call('POST', `/api/v1/rides/${ride}/reservations`, {
      as: passenger,
      body: { seats_requested: 1 },
    })
    expect(reserved.body.name_confirmed).toEqual(vipps)
    const { body } = await t.call('GET', '/api/v1/me/rides', { as: driver })
    expect(body.items[0].reservations[0].passenger.name_confirmed).toEqual({ provider: 'MitID', month: month() })
  })
})

describe('a visit', () => {
  test('that is repeated with the same state confirms nothing', async () => {
    const person = await newIngrid()
    isThere('vipps', { ...ingrid, family: 'Hansen' })
    const { url, cookie } = await start('vipps', person)
    const back = await serviceOf('vipps').visit(url)
    expect(await comeBack(back, cookie)).toBe('/security')
    await rename(person, 'Ingrid Hansen')
    expect(await comeBack(back, cookie)).toContain('error=provider')
    expect([await badge(person), (await states(person))['vipps']]).toEqual([null, 'open'])
  })

  test('with the nonce or the state of another one links and confirms nothing', async () => {
    const person = await newIngrid()
    isThere('bankid', ingrid)
    for (const name of ['nonce', 'state']) {
      const { url, cookie } = await start('bankid', person)
      const changed = new URL(url)
      changed.searchParams.set(name, 'x'.repeat(32))
      expect(await comeBack(await serviceOf('bankid').visit(changed.href), cookie)).toContain('error=provider')
    }
    expect([await badge(person), (await states(person))['bankid']]).toEqual([null, 'open'])
  })

  test('to a service that is not marked confirms nothing, and still needs an address', async () => {
    const person = await newIngrid()
    isThere('prove', ingrid)
    expect(await visit('prove', person)).toBe('/security?error=provider')
    serviceOf('prove').account = { ...serviceOf('prove').account, email: 'i@example.com', email_verified: true }
    expect(await visit('prove', person)).toBe('/security')
    expect([await badge(person), (await states(person))['prove']]).toEqual([null, null])
  })

  test('without an address opens no account that is not linked', async () => {
    isThere('vipps', ingrid)
    expect(await visit('vipps')).toBe('/auth?error=no_account')
  })

  test('with an address that the service has not confirmed links nothing, and opens nothing', async () => {
    const person = await newIngrid()
    isThere('mitid', ingrid)
    const service = serviceOf('mitid')
    service.account = { ...service.account, email: person.email, email_verified: false }
    expect(await visit('mitid', person)).toBe('/security?error=provider')
    expect(await visit('mitid')).toBe('/auth?error=provider')
    expect([await badge(person), (await states(person))['mitid']]).toEqual([null, 'open'])
  })
})
