/** People and pictures for the tests of /storage/v1. */
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import type { Person, TestApp } from '../../server/test/app.ts'
import { signInByPassword } from './people.ts'

export interface Member extends Person {
  program: SupabaseClient
  /** The person's access token. */
  token: string
}

/** Returns a person with a program that is signed in. */
export async function addMember(t: TestApp, name: string): Promise<Member> {
  const person = await t.person(name)
  const program = await signInByPassword(t, person)
  const { data } = await program.auth.getSession()
  return { ...person, program, token: data.session!.access_token }
}

export const asFile = (bytes: Uint8Array, type = 'image/jpeg', name = 'bilde.jpg'): File =>
  new File([Buffer.from(bytes)], name, { type })

/** Returns the status and the kind of a refusal. */
export const refusal = ({ error }: { error: unknown }): unknown => {
  const { status, statusCode, message } = error as { status?: number; statusCode?: string; message?: string }
  expect(statusCode).toBe(String(status))
  return [status, message]
}

export async function openChat(one: Member, other: Member): Promise<string> {
  const { data, error } = await one.program
    .from('chats')
    .insert({ driver_id: other.id, passenger_id: one.id, ride_id: null })
    .select()
    .single()
  expect(error).toBeNull()
  return data.id as string
}
