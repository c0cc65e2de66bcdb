/** Other prices than the trips' that a driver names again and again reach the administrators. */
import { describe, expect, test } from 'vitest'
import { rideBody } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { call, decide, detail, log, notificationsOf, ola, setUpReports, t } from '../../../test/report-fixtures.ts'
import { addPerson } from '../../../test/sessions.ts'

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReports(kind)

  const publish = async (changes: object = {}) => {
    const { status, body } = await call('POST', '/rides', rideBody(t.clock, { price: 300, ...changes }), ola)
    expect(status).toBe(201)
    return body
  }
  /** Writes as the driver to a new person about the ride. */
  const write = async (ride_id: string, ...texts: string[]) => {
    const passenger = await addPerson(t.db.kysely)
    const { body } = await call('POST', '/chats', { user_id: ola.id, ride_id }, passenger)
    for (const content of texts)
      expect((await call('POST', `/chats/${body.id}/messages`, { content }, ola)).status).toBe(201)
    return passenger
  }
  const reports = async () =>
    (await call('GET', '/admin/reports')).body.items.filter(
      (report: { reported: { id: string } }) => report.reported.id === ola.id,
    ) as { id: string; reason: string; reporter: null; about: string }[]

  test('the third one files a report without a reporter and without the texts; it can be decided', async () => {
    const ride = await publish()
    await write(ride.id, 'Det blir 350 kr')
    await write(ride.id, 'Ta med 350 kr', 'Turen koster 300 kr', 'Vi sees 17:30')
    expect(await reports()).toEqual([])
    await write(ride.id, '400 kr med bagasje')
    const [report, ...more] = await reports()
    expect([report, more]).toMatchObject([{ reporter: null, about: 'prices' }, []])
    const lines = report!.reason.split('\n')
    expect(lines).toHaveLength(3)
    expect(
      lines.map((line) => /: (\d+) kr \(300 kr\)$/.exec(line)?.[1] ?? '').toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['350', '350', '400'])
    expect(await detail(report!.id)).toMatchObject({ reporter: null, messages: [], comment: null })
    expect(
      (await call('POST', `/admin/reports/${report!.id}/message`, { subject: 'Hei', message: 'Hei' })).body.code,
    ).toBe('report_closed')
    expect((await decide(report!.id, 'resolve')).status).toBe(200)
    expect([await notificationsOf(ola), (await log(report!.id)).map(({ action }) => action)]).toMatchObject([
      [],
      expect.arrayContaining(['report_resolved']),
    ])
    // Only later texts count again.
    t.clock.advance(60_000)
    await write(ride.id, '350 kr', '350 kr')
    expect(await reports()).toHaveLength(1)
    await write(ride.id, '350 kr')
    expect(await reports()).toHaveLength(2)
  })

  test('notes count too, those of each ride; prices of parts and of other people’s trips do not', async () => {
    const way = { start_location: 'Oslo', stops: ['Hamar'], end_location: 'Trondheim' }
    const { id, prices } = await publish({ ...way, notes: `Til Hamar ${(await publish(way)).prices[1]} kr` })
    expect(prices.length).toBeGreaterThan(1)
    await publish({ inHours: 100, notes: 'Egentlig 500 kr' })
    await write(id, `Til Hamar ${prices[1]} kr`, 'Egentlig 450 kr')
    expect(await reports()).toEqual([])
    const edited = await call('PATCH', `/rides/${id}`, { version: 1, notes: 'Egentlig 470 kr' }, ola)
    expect(edited.status).toBe(200)
    expect(await reports()).toHaveLength(1)
  })

  test('the same note on a third ride counts', async () => {
    for (const inHours of [100, 130]) await publish({ inHours, notes: 'Egentlig 500 kr' })
    expect(await reports()).toEqual([])
    await publish({ inHours: 160, notes: 'Egentlig 500 kr' })
    expect(await reports()).toHaveLength(1)
  })

  test('the price of all seats that a passenger has asked for is no other price', async () => {
    const { id } = await publish()
    const passenger = await write(id)
    await call('POST', `/rides/${id}/reservations`, { seats_requested: 2, message: null }, passenger)
    const { body } = await call('POST', '/chats', { user_id: ola.id, ride_id: id }, passenger)
    for (let times = 0; times < 3; times++)
      await call('POST', `/chats/${body.id}/messages`, { content: '600 kr for dere to' }, ola)
    expect(await reports()).toEqual([])
  })

  test('what a passenger writes is no price of the driver', async () => {
    const { id } = await publish()
    for (let times = 0; times < 3; times++) {
      const passenger = await addPerson(t.db.kysely)
      const { body } = await call('POST', '/chats', { user_id: ola.id, ride_id: id }, passenger)
      await call('POST', `/chats/${body.id}/messages`, { content: 'Kan jeg betale 200 kr?' }, passenger)
    }
    expect(await reports()).toEqual([])
  })
})
