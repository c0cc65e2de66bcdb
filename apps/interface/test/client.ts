/** The client library that the specification was written for, unchanged, against a test server. */
import { createClient, type RealtimeClientOptions, type SupabaseClient } from '@supabase/supabase-js'
import type { TestApp } from '../../server/test/app.ts'

export const clientKey = 'samtur-public'

/** Returns a program of its own: it keeps its session in memory and shares nothing with other programs. */
export function createProgram(
  { url }: Pick<TestApp, 'url'>,
  flowType: 'implicit' | 'pkce' = 'implicit',
  realtime: RealtimeClientOptions = {},
): SupabaseClient {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  // The library warns of several programs in one process that share a name.
  const storageKey = `program-${crypto.randomUUID()}`
  return createClient(url, clientKey, { auth: { flowType, storage, storageKey, autoRefreshToken: false }, realtime })
}
