/** People with programs in which they are signed in, and what they read in mails, for the tests of the service interface. */
import { randomUUID } from 'node:crypto'
import { createClient, type RealtimeClientOptions, type SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { password, type TestApp } from '../../server/test/app.ts'
import type { ReceivedMail } from '../../server/test/mail-server.ts'
import type { TestPerson } from '../../server/test/sessions.ts'
import { clientKey, createProgram } from './client.ts'
import { tokenOf } from './requests.ts'

/** Returns a program in which the person has signed in with the password. */
export async function signInByPassword(
  t: { url: string },
  { email }: { email: string },
  flowType?: 'implicit' | 'pkce',
  realtime?: RealtimeClientOptions,
): Promise<SupabaseClient> {
  const program = createProgram(t, flowType, realtime)
  const { error } = await program.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return program
}

/** Returns a program with an access token of the session that the person has on our pages; of a visitor, without one. */
export async function programOf(t: TestApp, person?: TestPerson): Promise<SupabaseClient> {
  const token = person && (await tokenOf(t, person))
  return createClient(t.url, clientKey, token === undefined ? {} : { accessToken: async () => token })
}

export const newAddress = (): string => `${randomUUID()}@example.no`

/** Returns the code of eight digits in a mail. */
export const codeIn = ({ text }: ReceivedMail): string | undefined => /^\d{8}$/m.exec(text)?.[0]

/** Returns the status and the code of an error of `/auth/v1`. */
export const refusal = ({ error }: { error: { status?: number | undefined; code?: string | undefined } | null }) => [
  error?.status,
  error?.code,
]
