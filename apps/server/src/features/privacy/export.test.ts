/** The export of a person's data: complete, and without other people's data. */
import { strFromU8 } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { rideBody } from '../../../test/app.ts'
import { readDataMap } from '../../../test/data-map.ts'
import { usualKind } from '../../../test/database.ts'
import { setUpExport, exported, kari, ola, post, t } from '../../../test/export-fixtures.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { patient } from '../../../test/patience.ts'
import { sendImage } from '#features/chat/service'
import { storeUpload } from '#features/chat/service-uploads'
import { refreshRecords } from '#features/ratings/store'
import { findViolations } from '#platform/db/invariants'

const HOUR = 3_600_000

function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce((value: unknown, key) => {
    const one = Array.isArray(value) ? (value.find((item: object) => key in item) as unknown) : value
    return (one as Record<string, unknown> | undefined)?.[key]
  }, data)
}

describe.each([usualKind])('on the %s database', (kind) => {
  setUpExport(kind)

  async function live() {
    const { kysely } = t.db
    const { files } = t.app.parts
    const picture = await files.put('profiles', Buffer.from('et bilde'))
    await t.db.tx((tx) => files.keep(tx, 'profiles', picture))
    await kysely
      .updateTable('profile')
      .set({
        phone: '+4791234567',
        address: 'Storgata 1',
        gender: 'kvinne',
        gender_changed_at: new Date('2026-05-01T10:00:00Z'),
        gender_counts_at: new Date('2026-05-15T10:00:00Z'),
        age: 33,
        picture_key: picture,
        picture_name: 'meg.jpg',
      })
      .where('id', '=', kari.id)
      .execute()
    await sql`insert into sign_in (user_id, user_agent, new_device) values (${kari.id}, 'Agent/1', true)`.execute(
      kysely,
    )
    await sql`update auth_session set ip_address = '203.0.113.9', user_agent = 'Agent/1' where user_id = ${kari.id}`.execute(
      kysely,
    )
    await sql`insert into auth_account (user_id, account_id, provider_id, password) values (${kari.id}, ${kari.id}, 'credential', 'hemmelig-hash')`.execute(
      kysely,
    )
    const { rows: identities } = await sql<{ id: string }>`insert into auth_account (user_id, account_id, provider_id)
      values (${kari.id}, ${`der-${kari.id}`}, 'vipps') returning id`.execute(kysely)
    await sql`insert into name_confirmation (identity_id, month, names_agree, is_adult)
      values (${identities[0]?.id}, '2026-11-01', true, true)`.execute(kysely)
    await sql`update auth_user set two_factor_enabled = true where id = ${kari.id}`.execute(kysely)
    await sql`update auth_session set aal = 'aal2' where user_id = ${kari.id}`.execute(kysely)
    await sql`insert into two_factor (user_id, secret, confirmed_at) values (${kari.id}, 'hemmelig-frø', now())`.execute(
      kysely,
    )
    const own = (await post('/rides', kari, rideBody(t.clock, { inHours: 1, notes: 'Ta med niste' }))).body.id as string
    const seat = (await post(`/rides/${own}/reservations`, ola, { seats_requested: 1, message: 'Olas melding' })).body
      .id as string
    await post(`/reservations/${seat}/accept`, kari)
    const olas = (await post('/rides', ola, rideBody(t.clock, { inHours: 1, license_plate: 'OLA123' }))).body
      .id as string
    const wanted = {
      from: 'Hamar',
      to: 'Trondheim',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      note: 'Min merknad',
      max_price: 9999,
    }
    expect((await post('/ride-wanted', kari, wanted)).body.match_count).toBe(1)
    const mine = (
      await post(`/rides/${olas}/reservations`, kari, {
        seats_requested: 1,
        accept_overlap: true,
        message: 'Min melding',
      })
    ).body.id as string
    await post(`/reservations/${mine}/accept`, ola)
    expect((await post('/trips/follow-links', kari, { reservation_id: mine })).status).toBe(201)
    expect((await post(`/reservations/${mine}/check-ins`, kari, { kind: 'got_in' })).status).toBe(200)
    t.clock.advance(2 * HOUR)
    await post(`/reservations/${mine}/rating`, kari, { rating: 7, comment: 'Grei tur' })
    const { body: rated } = await post(`/reservations/${seat}/rating`, ola, { rating: 9, comment: 'Fin tur' })
    await post(`/ratings/${rated.id}/reply`, kari, { text: 'Takk for turen' })
    await post(`/ratings/${rated.id}/report`, kari, { reason: 'Ved en feil' })
    const full = (await post('/rides', ola, rideBody(t.clock, { inHours: 90, total_seats: 1, instant_booking: 'all' })))
      .body.id as string
    await post(`/rides/${full}/reservations`, await addPerson(kysely), { seats_requested: 1 })
    expect((await post(`/rides/${full}/waiting-list`, kari, { seats_requested: 1 })).status).toBe(201)
    await askForHelp()
    await refreshRecords(kysely)
    const chat = (await post('/chats', kari, { user_id: ola.id })).body.id as string
    await post(`/chats/${chat}/messages`, kari, { content: 'Min tekst', message_type: 'text' })
    await post(`/chats/${chat}/messages`, ola, { content: 'Olas tekst', message_type: 'text' })
    const image = (sender: TestPerson, text: string) =>
      sendImage(
        t.app.parts,
        { sender: sender.id, chatId: chat, clientId: undefined },
        { bytes: Buffer.from(text), width: 3, height: 2 },
      )
    await image(ola, 'Olas bilde')
    const { image_key: sent } = await image(kari, 'mitt bilde')
    const regretted = (await post(`/chats/${chat}/messages`, kari, { content: 'Angret tekst' })).body.id as string
    await post(`/chats/${chat}/messages/${regretted}/take-back`, kari)
    const eva = await addPerson(kysely, { name: 'Eva Stor' })
    await t.call('PUT', `/api/v1/me/blocks/${eva.id}`, { as: kari })
    await sql`insert into audit_log (actor_id, action, subject_id, reason) values (null, 'user_lifted', ${kari.id}, 'Fordi')`.execute(
      kysely,
    )
    await sql`insert into outbox (kind, recipient, locale, data) values ('test', ${kari.email}, 'no', '{}')`.execute(
      kysely,
    )
    await sql`insert into notification (user_id, kind, params, path, about, read_at)
      values (${kari.id}, 'message_received', '{"name": "Ola"}', ${`/chat?user=${ola.id}`}, ${ola.id}, app_now())`.execute(
      kysely,
    )
    await sql`insert into notification_setting (user_id, kind) values (${kari.id}, 'ride_changed')`.execute(kysely)
    await sql`insert into ride_series (driver_id, weekdays, until_day) values (${kari.id}, '{1,5}', '2030-01-01')`.execute(
      kysely,
    )
    await sql`insert into push_device (user_id, session_id, endpoint, p256dh, auth, name)
      select ${kari.id}, id, id::text, 'hemmelig', 'hemmelig', 'Chrome' from auth_session where user_id = ${kari.id}`.execute(
      kysely,
    )
    await sql`insert into calendar_feed (user_id) values (${kari.id})`.execute(kysely)
    await sql`insert into chat_setting (user_id, read_receipts) values (${kari.id}, false)`.execute(kysely)
    const unsent = await storeUpload(
      t.app.parts,
      { owner: kari.id, name: 'a.jpg' },
      { bytes: Buffer.from('usendt bilde'), width: 3, height: 2 },
    )
    await sql`update chat set deleted_by_driver = false where id = ${chat}`.execute(kysely)
    return { sent, unsent }
  }

  /** Files a support request, with an administrator's reply and note. */
  async function askForHelp() {
    const question = { name: 'Kari', email: 'x@example.no', subject: 'Hvor er turen?', description: 'Min beskrivelse' }
    const { id } = (await post('/support-requests', kari, question)).body
    await post(`/me/support-requests/${id}/messages`, kari, { content: 'Mitt tillegg' })
    const admin = await addPerson(t.db.kysely, { name: 'Adele Hemmelig', role: 'admin' })
    await post(`/admin/support-requests/${id}/message`, admin, { message: 'Et svar' })
    await t.call('PATCH', `/api/v1/admin/support-requests/${id}`, {
      as: admin,
      body: { status: 'in_progress', admin_notes: 'hemmelig-notat' },
    })
  }

  test('has every column of the person, and only the first name of others', async () => {
    const { sent, unsent } = await live()
    const { answer, entries, text, data } = await exported()
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="samtur-\d{4}-\d\d-\d\d\.zip"$/)
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'application/zip',
      'no-store',
    ])
    expect(Object.keys(entries)).toEqual([
      'pictures/profile.jpg',
      `pictures/chat/${unsent}`,
      `pictures/chat/${sent}`,
      'data.json',
      'README.txt',
    ])
    expect(strFromU8(entries[`pictures/chat/${unsent}`] ?? new Uint8Array())).toBe('usendt bilde')
    expect(strFromU8(entries[`pictures/chat/${sent}`] ?? new Uint8Array())).toBe('mitt bilde')
    expect(strFromU8(entries['README.txt'] ?? new Uint8Array())).toMatch(/^Dine data hos Samtur, hentet \d/)
    expect(strFromU8(entries['pictures/profile.jpg'] ?? new Uint8Array())).toBe('et bilde')

    const paths = readDataMap().flatMap(({ exported: promised }) => promised ?? [])
    expect(paths.length).toBeGreaterThan(80)
    for (const path of paths) expect([path, valueAt(data, path) === undefined]).toEqual([path, false])

    expect(data.account).toMatchObject({ email: kari.email, locale: 'no' })
    expect(data.profile).toMatchObject({
      full_name: 'Kari Nordmann',
      phone: '+4791234567',
      address: 'Storgata 1',
      age: 33,
      rating_count: 1,
    })
    expect(data['ride_wanted']).toMatchObject([
      {
        from_text: 'Hamar',
        filters: { seats: 1, max_price: 9999 },
        note: 'Min merknad',
        // The ride that was there; others may have been compared meanwhile.
        matches: expect.arrayContaining([expect.objectContaining({ notice: 'shown', offered_at: null })]),
      },
    ])
    expect(data['ride_series']).toMatchObject([{ weekdays: [1, 5] }])
    expect(data['reservations']).toMatchObject([{ message: 'Min melding', driver: 'Ola', status: 'accepted' }])
    expect(data['rides']).toMatchObject([
      { notes: 'Ta med niste', stops: [{ text: 'Oslo' }, {}, {}, { text: 'Trondheim' }] },
    ])
    expect(data['ratings_received']).toMatchObject([
      { rating: 9, person: 'Ola', rated_as: 'driver', comment: 'Fin tur', reply: 'Takk for turen' },
    ])
    expect(data['ratings_given']).toMatchObject([{ rating: 7, person: 'Ola', rated_as: 'driver', comment: 'Grei tur' }])
    expect(data['reports']).toMatchObject([{ person: 'Ola', reason: 'Ved en feil', status: 'pending' }])
    expect(data['blocked']).toMatchObject([{ person: 'Eva' }])
    expect(data['support_requests']).toMatchObject([
      {
        description: 'Min beskrivelse',
        admin_reply: 'Et svar',
        messages: [{ content: 'Mitt tillegg' }, { author: 'admin' }],
      },
    ])
    expect(data['notifications']).toContainEqual(
      expect.objectContaining({ kind: 'message_received', params: { name: 'Ola' } }),
    )
    expect(data['conversations']).toMatchObject([
      {
        with: 'Ola',
        messages: [
          { seq: 1, from: 'me', content: 'Min tekst' },
          { seq: 2, from: 'Ola' },
          { seq: 3, from: 'Ola' },
          { seq: 4, from: 'me', message_type: 'image', image_key: sent, image_width: 3, image_height: 2 },
          { seq: 5, from: 'me', content: null, taken_back_at: expect.any(String) },
        ],
      },
    ])
    for (const foreign of ['Angret', 'Hemmelig', 'Olas', 'OLA123', ola.id, ola.email, 'Stor"', 'hemmelig'])
      expect([foreign, text.includes(foreign)]).toEqual([foreign, false])
  })

  test('has the hidden fields of a closed account', async () => {
    await live()
    await t.call('POST', '/api/v1/me/deletion', { as: kari })
    const { data, entries } = await exported()
    expect(data.profile).toMatchObject({
      full_name: 'Kari Nordmann',
      phone: '+4791234567',
      gender: 'kvinne',
      gender_changed_at: expect.stringContaining('2026-05-01T10:00:00'),
      gender_counts_at: expect.stringContaining('2026-05-15T10:00:00'),
      closed_at: expect.any(String),
    })
    expect(data.account['purge_at']).toEqual(expect.any(String))
    expect(Object.keys(entries)).toContain('pictures/profile.jpg')
    expect(await findViolations(t.db.kysely)).toEqual([])
  })

  test('a thousand messages are ready within ten seconds, in order and none missing', async () => {
    const chat = (await post('/chats', kari, { user_id: ola.id })).body.id as string
    await sql`select send_message(${chat}, case when n % 2 = 0 then ${ola.id}::uuid else ${kari.id}::uuid end, null, 'melding ' || n, null, null, null)
      from generate_series(1, 1201) n`.execute(t.db.kysely)
    const started = performance.now()
    const { data } = await exported()
    expect(performance.now() - started).toBeLessThan(patient(10_000))
    const [conversation] = data['conversations'] as { messages: { seq: number; content?: string }[] }[]
    expect(conversation?.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 1201 }, (_, i) => i + 1))
    expect(conversation?.messages.filter(({ content }) => content !== undefined)).toHaveLength(601)
  })
})
