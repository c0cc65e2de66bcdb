/** Administrators who act at the same moment as others, on PostgreSQL. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rideBody } from './app.ts'
import { describePostgres } from './database.ts'
import { setUpRace } from './races.ts'
import { addPerson, type TestPerson } from './sessions.ts'

const ROUNDS = 20

describePostgres('at one moment', () => {
  const { race, call, publish } = setUpRace(4)
  const administrators = (count: number) =>
    Promise.all(Array.from({ length: count }, () => addPerson(race.db.kysely, { role: 'admin' })))
  const file = async (reporter: TestPerson, reported: TestPerson, chat_id?: string) =>
    (await call('POST', '/reports', reporter, { reported_id: reported.id, reason: 'Ubehagelig', chat_id })).body
      .id as string
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
  const logged = async (id: string) => {
    const { rows } = await sql<{
      action: string
    }>`select action from audit_log where details ->> 'report_id' = ${id}`.execute(race.db.kysely)
    return rows.map(({ action }) => action)
  }

  test('of several administrators who decide one report one succeeds, and the others learn that it is closed', async () => {
    const admins = await administrators(6)
    for (let round = 0; round < ROUNDS; round++) {
      const [reporter, reported] = race.passengers as [TestPerson, TestPerson]
      const id = await file(reporter, reported)
      const answers = await Promise.all(
        admins.map((admin, i) =>
          call('POST', `/admin/reports/${id}/${i % 2 ? 'resolve' : 'dismiss'}`, admin, { reason: admin.id }),
        ),
      )
      expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409])
      expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
        Array<string>(5).fill('report_closed'),
      )
      const winner = answers.find(({ status }) => status === 200)?.body
      // The reason is the one of the deciding administrator.
      expect(winner.decision).toBe(winner.reviewed_by.id)
      expect(await logged(id)).toEqual([winner.status === 'resolved' ? 'report_resolved' : 'report_dismissed'])
      const notifications = await race.db.kysely
        .selectFrom('notification')
        .select('params')
        .where('dedupe_key', '=', `report_decided:${id}`)
        .execute()
      expect(notifications).toMatchObject([{ params: { decision: winner.status, reason: winner.decision } }])
    }
  })

  test('no message to the reporter is stored after a dismissal', async () => {
    const [one, other] = (await administrators(2)) as [TestPerson, TestPerson]
    for (let round = 0; round < ROUNDS; round++) {
      const [reporter, reported] = race.passengers as [TestPerson, TestPerson]
      const id = await file(reporter, reported)
      const [dismissed, written] = await Promise.all([
        call('POST', `/admin/reports/${id}/dismiss`, one, {}),
        call('POST', `/admin/reports/${id}/message`, other, { subject: 'Hei', message: 'Hei' }),
      ])
      expect(dismissed.status).toBe(200)
      const before = ['reporter_messaged', 'report_dismissed']
      expect([written.status, await logged(id)]).toEqual(
        written.status === 200 ? [200, before] : [409, ['report_dismissed']],
      )
    }
  })

  test('a request for seats on a ride that is being hidden is stored before or refused', async () => {
    const [admin] = (await administrators(1)) as [TestPerson]
    let refusals = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await publish()
      const [hidden, ...requests] = await Promise.all([
        call('POST', '/admin/hidden-content', admin, { kind: 'ride', id, reason: 'x' }),
        ...race.passengers.map((one) =>
          call('POST', `/rides/${id}/reservations`, one, { seats_requested: 1, accept_overlap: true }),
        ),
      ])
      expect(hidden.status).toBe(200)
      for (const answer of requests)
        if (answer.status !== 201) expect(answer).toMatchObject({ status: 409, body: { code: 'not_bookable' } })
      refusals += requests.filter(({ status }) => status === 409).length
      const late = await call('POST', `/rides/${id}/reservations`, await addPerson(race.db.kysely), {
        seats_requested: 1,
      })
      expect(late).toMatchObject({ status: 409, body: { code: 'not_bookable' } })
    }
    expect(refusals).toBeGreaterThan(0)
  })

  test('a ride that is hidden, shown and changed while its driver is suspended and reopened is found exactly when it may be', async () => {
    const [one, other] = (await administrators(2)) as [TestPerson, TestPerson]
    for (let round = 0; round < ROUNDS; round++) {
      const driver = await addPerson(race.db.kysely)
      const { body: ride } = await call('POST', '/rides', driver, rideBody(race.t.clock))
      const hiding = (method: string) =>
        call(method, '/admin/hidden-content', one, { kind: 'ride', id: ride.id, reason: 'x' })
      const act = (what: string) => call('POST', `/admin/users/${driver.id}/${what}`, other, { reason: 'x' })
      await Promise.all([
        hiding('POST').then(() => hiding('DELETE')),
        act('suspend').then(() => act('lift')),
        call('PATCH', `/rides/${ride.id}`, driver, { version: ride.version, notes: 'Nytt' }),
      ])
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from ride_section where ride_id = ride.id) as found from ride where id = ${ride.id}`.execute(
        race.db.kysely,
      )
      expect(rows).toEqual([{ found: true }])
    }
  })

  test('a message deleted several times while it is reported: a report that was first keeps the text', async () => {
    const [admin] = (await administrators(1)) as [TestPerson]
    const [kari, ola] = race.passengers as [TestPerson, TestPerson]
    const { body: chat } = await call('POST', '/chats', kari, { user_id: ola.id })
    for (let round = 0; round < ROUNDS; round++) {
      const { body: message } = await call('POST', `/chats/${chat.id}/messages`, kari, { content: `nr ${round}` })
      const takeBack = () => call('POST', `/chats/${chat.id}/messages/${message.id}/take-back`, kari)
      const [first, report, second] = await Promise.all([takeBack(), file(ola, kari, chat.id), takeBack()])
      expect([first.status, second.status]).toEqual([200, 200])
      const { messages } = (await call('GET', `/admin/reports/${report}`, admin)).body
      const { content, taken_back } = messages.find(({ id }: { id: string }) => id === message.id)
      expect([[`nr ${round}`, null].includes(content), taken_back]).toEqual([true, true])
      // A later report changes nothing about that.
      const later = await file(ola, kari, chat.id)
      const again = (await call('GET', `/admin/reports/${later}`, admin)).body.messages
      expect(again.find(({ id }: { id: string }) => id === message.id).content).toBe(content)
    }
  })

  test('content hidden by several administrators at once is hidden and reported once', async () => {
    const admins = await administrators(5)
    const [kari, ola] = race.passengers as [TestPerson, TestPerson]
    const { body: chat } = await call('POST', '/chats', kari, { user_id: ola.id })
    for (let round = 0; round < ROUNDS; round++) {
      const { body } = await call('POST', `/chats/${chat.id}/messages`, kari, { content: `nr ${round}` })
      const report_id = await file(ola, kari, chat.id)
      for (const method of ['POST', 'DELETE']) {
        const answers = await Promise.all(
          admins.map((admin) =>
            call(method, '/admin/hidden-content', admin, { kind: 'message', id: body.id, reason: 'x', report_id }),
          ),
        )
        expect(statuses(answers)).toEqual([200, 200, 200, 200, 200])
      }
      const { rows } = await sql<{ action: string }>`
        select action from audit_log where details ->> 'content_id' = ${body.id} order by id`.execute(race.db.kysely)
      expect(rows).toEqual([{ action: 'content_hidden' }, { action: 'content_shown' }])
    }
    const notifications = await race.db.kysely
      .selectFrom('notification')
      .select('kind')
      .where('user_id', '=', kari.id)
      .where('kind', 'in', ['content_hidden', 'content_shown'])
      .execute()
    expect(notifications).toHaveLength(2 * ROUNDS)
  })

  test('opening one conversation many times within an hour is logged once', async () => {
    const [admin] = (await administrators(1)) as [TestPerson]
    const [kari, ola] = race.passengers as [TestPerson, TestPerson]
    const { body: chat } = await call('POST', '/chats', kari, { user_id: ola.id })
    await call('POST', `/chats/${chat.id}/messages`, kari, { content: 'Hei' })
    const id = await file(kari, ola, chat.id as string)
    await Promise.all(Array.from({ length: 30 }, () => call('GET', `/admin/reports/${id}`, admin)))
    expect(await logged(id)).toEqual(['report_read'])
  })
})
