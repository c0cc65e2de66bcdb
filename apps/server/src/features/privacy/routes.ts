import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type Caller,
  recentlyAuthenticated,
  isRecentlyAuthenticated,
  os,
  type Parts,
  signedIn,
} from '#platform/http/context'
import type { Secrets } from '#platform/rotation'
import { createSemaphore } from '#platform/semaphore'
import { assertThat } from '#platform/http/errors'
import { presentExport } from './present.ts'
import { hashToken } from './rules.ts'
import { closeAccount, type Deps, keepAccount, requestExport } from './service.ts'
import { spendExport } from './store.ts'
import { findExport, findFile } from './views.ts'

interface Options {
  /** Makes the addresses of exports. */
  secrets: Secrets
  origin: () => string
  /** Starts the building of an export. */
  wakeExports: () => void
}

/** These routes are open to people whose account is closed, too. */
export function createPrivacyRoutes({ secrets, origin, wakeExports }: Options) {
  const deps = ({ bus, reactions }: Parts): Deps => ({ bus, reactions, origin })
  return {
    startExport: os.privacy.startExport.handler(async ({ context }) => {
      const caller = recentlyAuthenticated(context)
      assertThat(caller.verified, 'email_not_verified')
      const row = await requestExport(context, caller.id, secrets[0])
      wakeExports()
      return presentExport(row, secrets, true)
    }),
    currentExport: os.privacy.currentExport.handler(async ({ context }) => {
      const caller = signedIn(context)
      const row = await findExport(context.db.read, caller.id)
      return row ? presentExport(row, secrets, isRecentlyAuthenticated(caller)) : null
    }),
    close: os.privacy.close.handler(async ({ context }) => {
      const purgeAt = await closeAccount(context, deps(context), recentlyAuthenticated(context))
      return { purge_at: purgeAt.toISOString() }
    }),
    keep: os.privacy.keep.handler(async ({ context }) => {
      await keepAccount(context, signedIn(context).id)
      return { kept: true as const }
    }),
  }
}

interface Serving {
  parts: Pick<Parts, 'db' | 'clock' | 'files'>
  callerOf(request: FastifyRequest): Promise<Caller | null>
}

/** Files read at the same time, because each is in memory as a whole. */
const READ_AT_ONCE = 2

/** Serves the file, beside the contract's endpoints. The address works once, in a recently authenticated session of the person. */
export function serveExports(http: FastifyInstance, { parts: { db, clock, files }, callerOf }: Serving) {
  const reading = createSemaphore(READ_AT_ONCE, Infinity)
  /** Reads the file before it spends the address, so that a failing store costs nothing. Of several calls at once one gets the bytes. */
  const fetchOnce = async (userId: string, tokenHash: string) => {
    const key = await findFile(db.read, userId, tokenHash)
    const bytes = key && (await files.read('exports', key))
    if (!bytes) return undefined
    const spent = await db.tx(async (tx) => {
      const spentKey = await spendExport(tx, userId, tokenHash)
      if (spentKey) await files.drop(tx, 'exports', spentKey)
      return spentKey
    })
    return spent ? bytes : undefined
  }
  http.get<{ Params: { token: string } }>('/files/exports/:token', async (request, reply) => {
    const caller = recentlyAuthenticated({ caller: await callerOf(request) })
    const bytes = await reading.through(() => fetchOnce(caller.id, hashToken(request.params.token)))
    assertThat(bytes, 'not_found')
    const day = clock.now().toISOString().slice(0, 10)
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="samtur-${day}.zip"`)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  })
}
