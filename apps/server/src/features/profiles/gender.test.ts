/** Changing one's gender once a year, over the API. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, signedInAgain, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { MovableClock } from '#platform/clock'

const start = new Date('2027-03-10T12:00:00+01:00')

describe.each(['on', 'off'])('where rides for one gender are %s', (setting) => {
  let t: TestApp
  let kari: TestPerson
  const state = async (gender: string | null, others: object = {}) => {
    const as = await signedInAgain(t.db.kysely, kari)
    const { status, body } = await t.call('PATCH', '/api/v1/me/profile', { as, body: { gender, ...others } })
    return status === 200 ? body.gender : [status, body.code, body.fields, body.params]
  }
  const refused = (date: string) => [422, 'validation', { gender: 'changed_recently' }, { date }]
  const moveTo = (iso: string) => t.clock.advance(new Date(iso).getTime() - t.clock.now().getTime())

  beforeAll(async () => {
    t = await startTestApp({ clock: new MovableClock(), env: { SECRET: testSecret, SAME_GENDER_RIDES: setting } })
  })
  beforeEach(async () => {
    moveTo(start.toISOString())
    kari = await addPerson(t.db.kysely)
  })
  afterAll(() => t.close())

  test('the first statement is free, one change follows, and the next waits for the day', async () => {
    expect(await state('mann')).toBe('mann')
    expect(await state('kvinne')).toBe('kvinne')
    expect(await state('annet')).toEqual(setting === 'on' ? refused('2028-03-10') : 'annet')
    if (setting === 'off') return
    moveTo('2028-03-09T23:59:00+01:00')
    expect(await state('annet')).toEqual(refused('2028-03-10'))
    moveTo('2028-03-10T00:00:00+01:00')
    expect(await state('annet')).toBe('annet')
    expect(await state('mann')).toEqual(refused('2029-03-10'))
  })

  test('the statement can be taken back at any time, and the next one waits', async () => {
    expect(await state('kvinne')).toBe('kvinne')
    expect(await state(null)).toBeNull()
    expect(await state('mann')).toEqual(setting === 'on' ? refused('2028-03-10') : 'mann')
    expect(await state('ønsker_ikke_oppgi')).toBe('ønsker_ikke_oppgi')
  })

  test.runIf(setting === 'on')('a refused change changes nothing else', async () => {
    await state('kvinne')
    await state('mann')
    expect(await state('kvinne', { age: 44 })).toEqual(refused('2028-03-10'))
    const as = await signedInAgain(t.db.kysely, kari)
    expect((await t.call('GET', '/api/v1/me', { as })).body.profile).toMatchObject({ gender: 'mann', age: null })
    expect((await t.call('PATCH', '/api/v1/me/profile', { as, body: { gender: 'mann', age: 44 } })).status).toBe(200)
  })

  test.runIf(setting === 'on')('a deletion that is taken back starts no new year', async () => {
    await state('kvinne')
    await state('mann')
    const as = await signedInAgain(t.db.kysely, kari)
    expect((await t.call('POST', '/api/v1/me/deletion', { as })).status).toBe(200)
    expect((await t.call('DELETE', '/api/v1/me/deletion', { as })).status).toBe(200)
    expect(await state('kvinne')).toEqual(refused('2028-03-10'))
  })

  test.runIf(setting === 'on')('of ten changes at the same time one counts', async () => {
    await state('kvinne')
    const genders = ['mann', 'annet'] as const
    const changes = await Promise.all(Array.from({ length: 10 }, (_, n) => state(genders[n % 2] ?? null)))
    const { body } = await t.call('GET', '/api/v1/me', { as: await signedInAgain(t.db.kysely, kari) })
    // The same gender again is no change.
    expect(changes.filter((change) => typeof change === 'string' && change !== body.profile.gender)).toEqual([])
    expect(changes.filter((change) => Array.isArray(change))).toHaveLength(5)
  })
})
