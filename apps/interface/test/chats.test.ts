/** Conversations, blocks, reports and support requests through the client library, as section 7 of the specification lists them. */
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../server/test/app.ts'
import { createProgram } from './client.ts'
import { signInByPassword } from './people.ts'

let t: TestApp
let [kari, ola, admin]: Person[] = []
let programs: Record<'kari' | 'ola' | 'admin', SupabaseClient>

beforeAll(async () => {
  t = await startTestApp()
  ;[kari, ola, admin] = [await t.person('Kari Nordmann'), await t.person('Ola Nordmann'), await t.person('Anne Berg')]
  await t.db.kysely.updateTable('auth_user').set({ role: 'admin' }).where('id', '=', admin.id).execute()
  programs = {
    kari: await signInByPassword(t, kari),
    ola: await signInByPassword(t, ola),
    admin: await signInByPassword(t, admin),
  }
})
afterAll(() => t.close())

test('two people talk, one sees what is unread, and each deletes the own side', async () => {
  const opened = await programs.kari
    .from('chats')
    .insert({ driver_id: ola!.id, passenger_id: kari!.id, ride_id: null })
    .select()
    .single()
  expect(opened.error).toBeNull()
  const chat = opened.data.id as string
  const sent = await programs.kari
    .from('messages')
    .insert({ chat_id: chat, sender_id: kari!.id, content: 'Hei Ola', message_type: 'text' })
    .select()
    .single()
  expect(sent.data).toMatchObject({ chat_id: chat, sender_id: kari!.id, content: 'Hei Ola', image_url: null })

  const listed = await programs.ola
    .from('chats')
    .select(
      '*, driver:profiles!chats_driver_id_fkey(id, full_name, profile_picture), passenger:profiles!chats_passenger_id_fkey(id, full_name, profile_picture)',
    )
    .or(
      `and(driver_id.eq.${ola!.id},deleted_by_driver.eq.false),and(passenger_id.eq.${ola!.id},deleted_by_passenger.eq.false)`,
    )
    .order('updated_at', { ascending: false })
  expect(listed.error).toBeNull()
  const [found] = listed.data ?? []
  // Each side has its own name.
  expect(found).toMatchObject({
    driver: { id: ola!.id, full_name: 'Ola Nordmann' },
    passenger: { id: kari!.id, full_name: 'Kari Nordmann' },
  })
  const plain = await programs.ola
    .from('chats')
    .select('id, updated_at')
    .or(`driver_id.eq.${ola!.id},passenger_id.eq.${ola!.id}`)
  expect(plain.data?.map(({ id }) => id)).toEqual([chat])
  const kept = await programs.ola
    .from('chats')
    .select('id')
    .or(`driver_id.eq.${ola!.id},passenger_id.eq.${ola!.id}`)
    .is('deleted_by_driver', false)
    .eq('deleted_by_passenger', false)
    .order('updated_at', { ascending: false })
  expect(kept.data).toEqual([{ id: chat }])

  const unread = await programs.ola
    .from('messages')
    .select('chat_id, sender_id, created_at')
    .in('chat_id', [chat])
    .neq('sender_id', ola!.id)
    .gte('created_at', new Date(t.clock.now().getTime() - 86_400_000).toISOString())
  expect(unread.data).toMatchObject([{ chat_id: chat, sender_id: kari!.id }])

  const messages = await programs.ola.from('messages').select('*').eq('chat_id', chat).order('created_at').limit(100)
  expect(messages.data?.map(({ content }) => content)).toEqual(['Hei Ola'])
  const foreign = await programs.admin.from('messages').select('*').eq('chat_id', chat)
  expect(foreign.data).toEqual([])

  const remove = (program: SupabaseClient, userId: string) =>
    program.rpc('delete_chat_for_user', { chat_id: chat, user_id: userId })
  expect((await remove(programs.ola, kari!.id)).data).toBe(false)
  expect((await remove(programs.admin, admin!.id)).data).toBe(false)
  expect((await remove(programs.ola, ola!.id)).data).toBe(true)
  expect((await programs.ola.from('messages').select('*').eq('chat_id', chat)).data).toEqual([])
})

test('a person blocks and reports another one, and the administrator decides', async () => {
  const reported = await programs.kari
    .from('user_reports')
    .insert({ reporter_id: kari!.id, reported_id: ola!.id, reason: 'Ubehagelig' })
  expect([reported.error, reported.status]).toEqual([null, 201])
  const blocked = await programs.kari.from('user_blocks').insert({ blocker_id: kari!.id, blocked_id: ola!.id })
  expect([blocked.error, blocked.status]).toEqual([null, 201])
  expect((await programs.ola.from('user_reports').select('*').order('created_at', { ascending: false })).status).toBe(
    403,
  )

  const all = await programs.admin.from('user_reports').select('*').order('created_at', { ascending: false })
  expect(all.data).toMatchObject([{ reported_id: ola!.id, status: 'pending', reason: 'Ubehagelig' }])
  const decided = await programs.admin
    .from('user_reports')
    .update({ status: 'resolved', reviewed_at: t.clock.now().toISOString(), reviewed_by: admin!.id })
    .eq('id', all.data?.[0].id)
    .select()
    .single()
  expect(decided.data).toMatchObject({ status: 'resolved', reviewed_by: admin!.id })
})

test('a guest and a member send support requests, and the administrator replies', async () => {
  const question = {
    name: 'Gjest',
    email: 'gjest@example.no',
    request_type: 'general',
    subject: 'Hei',
    description: 'Hvordan?',
  }
  const guest = await createProgram(t)
    .from('support_requests')
    .insert({ ...question, user_id: null })
  expect([guest.error, guest.status]).toEqual([null, 201])
  const member = await programs.kari
    .from('support_requests')
    .insert({ ...question, user_id: kari!.id, name: 'Kari Nordmann', email: kari!.email })
  expect(member.error).toBeNull()
  const all = await programs.admin.from('support_requests').select('*').order('created_at', { ascending: false })
  expect(all.data).toHaveLength(2)
  const id = all.data?.find(({ user_id }) => user_id === kari!.id).id as string
  const now = t.clock.now().toISOString()
  const taken = await programs.admin
    .from('support_requests')
    .update({ status: 'in_progress', reviewed_at: now, reviewed_by: admin!.id, admin_notes: 'Ringte' })
    .eq('id', id)
  expect(taken.error).toBeNull()
  const replied = await programs.admin
    .from('support_requests')
    .update({ admin_notes: 'Slik gjør du.', updated_at: now })
    .eq('id', id)
  expect(replied.error).toBeNull()
  const own = await programs.kari
    .from('support_requests')
    .select('*')
    .eq('user_id', kari!.id)
    .order('created_at', { ascending: false })
  expect(own.data).toMatchObject([{ id, status: 'in_progress', admin_notes: null }])
  expect((await programs.ola.from('support_requests').select('*').eq('user_id', kari!.id)).data).toEqual([])
})
