/** An administrator suspends, reopens and deletes accounts. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type TestResponse, rideBody } from '../../../test/app.ts'
import {
  admin,
  change,
  detail,
  expectSound,
  list,
  mailTo,
  ola,
  reason,
  remove,
  rideOf,
  second,
  sections,
  setUpAdministration,
  t,
} from '../../../test/administration-fixtures.ts'
import { usualKind } from '../../../test/database.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { acceptReservation, act } from '../../../test/reservations.ts'
import { findRides } from '../../../test/rides.ts'
import { addPerson, addSession, type TestPerson } from '../../../test/sessions.ts'
import { patient } from '../../../test/patience.ts'
import { grantAdmin } from '#features/accounts/store'

const HOUR = 3_600_000
/** Returns the results of several calls at once in a fixed order. */
const outcomes = (answers: TestResponse[]) => answers.map(({ status, body }) => String(body.code ?? status)).toSorted()

describe.each([usualKind])('on the %s database', (kind) => {
  setUpAdministration(kind)

  describe('a suspended person', () => {
    test('loses sessions and sockets at once; the reason is stored, logged and mailed', async () => {
      const other = { cookie: await addSession(t.db.kysely, ola.id) }
      const sockets = [await LiveClient.open(t.url, ola.cookie), await LiveClient.open(t.url, other.cookie)]
      const started = performance.now()
      const answer = await change('suspend')
      expect(answer).toMatchObject({ status: 200, body: { state: 'suspended', suspended: { reason }, sessions: [] } })
      expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401])
      expect(performance.now() - started).toBeLessThan(patient(1000))
      for (const as of [ola, other]) expect((await t.call('GET', '/api/v1/me', { as })).status).toBe(401)
      expect(answer.body.audit).toMatchObject([
        { action: 'user_suspended', actor: { full_name: 'Adele Styrer' }, subject: { id: ola.id }, reason },
      ])
      const mail = await mailTo(ola.email, /stengt/)
      for (const part of ['Hei Ola Nilsen!', 'Begrunnelse: Ber om penger utenom.', 'Tredje gang.', 'hjelp@example.no'])
        expect(mail.text).toContain(part)
      expect((await change('lift')).body).toMatchObject({ state: 'active', suspended: null })
      expect((await mailTo(ola.email, /åpnet igjen/)).text).toContain(`${t.app.origin()}/auth`)
      await expectSound()
    })

    test('cannot drive until the suspension is lifted: rides are not found or booked, and no request is accepted', async () => {
      const from = `Ås ${ola.id.slice(0, 8)}`
      const rideId = await rideOf(ola, from)
      const [pia, nils] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
      const reserve = (as: TestPerson) =>
        t.call('POST', `/api/v1/rides/${rideId}/reservations`, { as, body: { seats_requested: 1, to_position: 2 } })
      const pending = await reserve(pia)
      const before = await sections(rideId)
      const accept = (cookie: string) =>
        t.call('POST', `/api/v1/reservations/${pending.body.id}/accept`, { as: { cookie } })
      const seen = async () => ({
        found: (await findRides(t, { from })).length,
        bookable: [
          (await t.call('GET', `/api/v1/rides/${rideId}`)).body.bookable as boolean,
          (await t.call('GET', `/api/v1/rides/${rideId}`, { as: nils })).body.bookable as boolean,
        ],
      })
      expect(await seen()).toEqual({ found: 1, bookable: [true, true] })

      await change('suspend')
      expect(await seen()).toEqual({ found: 0, bookable: [false, false] })
      expect(await sections(rideId)).toEqual([])
      expect(await reserve(nils)).toMatchObject({ status: 409, body: { code: 'not_bookable' } })
      expect((await accept(await addSession(t.db.kysely, ola.id))).status).toBe(401)
      expect(await acceptReservation(t.db, pending.body.id as string, ola.id)).toBe('reservation_closed')
      await expectSound()

      await change('lift')
      expect(await seen()).toEqual({ found: 1, bookable: [true, true] })
      expect(await sections(rideId)).toEqual(before)
      expect(await accept(await addSession(t.db.kysely, ola.id))).toMatchObject({ status: 200 })
      await expectSound()
    })

    test('cannot be accepted as a passenger until the suspension is lifted', async () => {
      const driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
      const rideId = await rideOf(driver, 'Moss')
      const pending = await t.call('POST', `/api/v1/rides/${rideId}/reservations`, {
        as: ola,
        body: { seats_requested: 1 },
      })
      const accept = () => t.call('POST', `/api/v1/reservations/${pending.body.id}/accept`, { as: driver })
      await change('suspend')
      expect(await accept()).toMatchObject({ status: 409, body: { code: 'reservation_closed' } })
      await change('lift')
      expect(await accept()).toMatchObject({ status: 200, body: { status: 'accepted' } })
    })

    test('keeps the free seats right when reservations change during the suspension', async () => {
      const rideId = await rideOf(ola, `Ås ${ola.id.slice(0, 8)}`)
      const pia = await addPerson(t.db.kysely)
      const pending = await t.call('POST', `/api/v1/rides/${rideId}/reservations`, {
        as: pia,
        body: { seats_requested: 2, from_position: 1, to_position: 3 },
      })
      await t.call('POST', `/api/v1/reservations/${pending.body.id}/accept`, { as: ola })
      const taken = await sections(rideId)
      await change('suspend')
      await change('lift')
      expect(await sections(rideId)).toEqual(taken)
      await change('suspend')
      await act(t.db, { id: pending.body.id as string, personId: pia.id, action: 'withdraw' })
      await change('lift')
      await expectSound()
    })
  })

  describe('deleting', () => {
    test('suspends the account and starts the deletion; lifting undoes both, but cancelled reservations stay cancelled', async () => {
      const rideId = await rideOf(ola, `Ås ${ola.id.slice(0, 8)}`)
      const pia = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
      const pending = await t.call('POST', `/api/v1/rides/${rideId}/reservations`, {
        as: pia,
        body: { seats_requested: 1 },
      })
      const answer = await remove()
      expect(answer).toMatchObject({ status: 200, body: { state: 'closing', full_name: '', suspended: { reason } } })
      const days = (Date.parse(answer.body.purge_at as string) - t.clock.now().getTime()) / (24 * HOUR)
      expect(Math.round(days)).toBe(14)
      expect((await t.call('GET', '/api/v1/me', { as: ola })).status).toBe(401)
      const statusOf = async () =>
        (await t.call('GET', '/api/v1/me/reservations', { as: pia })).body.items[0].status as string
      expect(await statusOf()).toBe('cancelled')
      const mail = await mailTo(ola.email, /blir slettet/)
      for (const part of ['Hei Ola Nilsen!', '14 dager', 'Ber om penger utenom.', 'hjelp@example.no'])
        expect(mail.text).toContain(part)
      expect(await remove()).toMatchObject({ status: 409, body: { code: 'already_closing' } })
      expect((await list({ q: ola.email, state: 'closing' })).items.map(({ id }) => id)).toEqual([ola.id])
      await expectSound()

      expect((await change('lift')).body).toMatchObject({
        state: 'active',
        full_name: 'Ola Nilsen',
        purge_at: null,
        suspended: null,
      })
      expect(await statusOf()).toBe('cancelled')
      expect(await sections(rideId)).toEqual([])
      expect((await detail()).audit.map(({ action }) => action)).toEqual(['user_lifted', 'user_deleted'])
      expect(pending.status).toBe(201)
      await expectSound()
    })

    test('lifting keeps a deletion that the person requested', async () => {
      await t.db.kysely
        .updateTable('auth_session')
        .set({ reauthenticated_at: new Date() })
        .where('user_id', '=', ola.id)
        .execute()
      expect((await t.call('POST', '/api/v1/me/deletion', { as: ola })).status).toBe(200)
      expect((await change('suspend')).body).toMatchObject({ state: 'closing', suspended: { reason } })
      expect((await change('lift')).body).toMatchObject({
        state: 'closing',
        suspended: null,
        purge_at: expect.any(String),
      })
      await expectSound()
    })

    test('of a suspended person succeeds for one of two administrators at once', async () => {
      await change('suspend')
      const answers = await Promise.all([remove(), remove(ola.id, second)])
      expect(outcomes(answers)).toEqual(['200', 'already_closing'])
      expect((await change('suspend')).body.code).toBe('already_suspended')
      await expectSound()
    })
  })

  test('of two administrators at once one suspends the person, the other gets an error, and the log has one entry', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await addPerson(t.db.kysely)
      const answers = await Promise.all([change('suspend', id), change('suspend', id, second), change('suspend', id)])
      expect(outcomes(answers)).toEqual(['200', 'already_suspended', 'already_suspended'])
      const lifts = await Promise.all([change('lift', id), change('lift', id, second)])
      expect(outcomes(lifts)).toEqual(['200', 'not_suspended'])
      expect((await detail(id)).audit.map(({ action }) => action)).toEqual(['user_lifted', 'user_suspended'])
    }
  })

  test('a ride published during a suspension is not found', async () => {
    for (let round = 0; round < 8; round++) {
      const driver = await addPerson(t.db.kysely)
      const publish = () => t.call('POST', '/api/v1/rides', { as: driver, body: rideBody(t.clock) })
      const answers = await Promise.all([publish(), publish(), change('suspend', driver.id), publish()])
      expect(answers[2].status).toBe(200)
      for (const { status } of answers) expect([200, 201, 401]).toContain(status)
      await expectSound()
      await change('lift', driver.id)
      await expectSound()
    }
  })

  test('administrators cannot be suspended or deleted, not even while the role is being granted', async () => {
    for (const target of [admin.id, second.id])
      for (const answer of [await change('suspend', target), await remove(target)])
        expect(answer).toMatchObject({ status: 409, body: { code: 'protected_account' } })
    for (let round = 0; round < 8; round++) {
      const { id } = await addPerson(t.db.kysely)
      await t.db.kysely.updateTable('auth_user').set({ mailbox_password: true }).where('id', '=', id).execute()
      const [, answer] = await Promise.all([grantAdmin(t.db.kysely, id), change('suspend', id)])
      expect([200, 409]).toContain(answer.status)
      await expectSound()
      await t.db.kysely.updateTable('auth_user').set({ role: 'user' }).where('id', '=', id).execute()
    }
  })

  test('a reason is required, of at most 2000 characters', async () => {
    const fields = async (body: unknown) => (await change('suspend', ola.id, admin, body)).body.fields as unknown
    expect(await fields({})).toEqual({ reason: 'required' })
    expect(await fields({ reason: ' \n ' })).toEqual({ reason: 'required' })
    expect(await fields({ reason: 'x'.repeat(2001) })).toEqual({ reason: 'too_long' })
    expect(await fields({ reason: 'a\u0000b' })).toEqual({ reason: 'invalid_characters' })
    expect(await fields({ reason: 'Sak', until: 'i morgen' })).toEqual({ until: 'unknown_field' })
    expect((await change('suspend', ola.id, admin, { reason: '🚗'.repeat(2000) })).status).toBe(200)
  })

  test('an unknown id and a malformed id get the same response', async () => {
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    for (const [method, end] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/suspend'],
      ['POST', '/lift'],
      ['DELETE', '/sessions'],
    ] as const) {
      const answers = await Promise.all(
        [randomUUID(), 'undefined'].map((id) =>
          t.call(method, `/api/v1/admin/users/${id}${end}`, {
            as: admin,
            ...(method !== 'GET' && end !== '/sessions' && { body: { reason } }),
          }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
      expect(bare(answers[0]!.text)).toBe(bare(answers[1]!.text))
    }
    expect(await change('lift')).toMatchObject({ status: 409, body: { code: 'not_suspended' } })
  })
})
