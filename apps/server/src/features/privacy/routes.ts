import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Caller, fresh, isFresh, os, type Parts, signedIn } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { presentExport } from './present.ts'
import { hashToken } from './rules.ts'
import { askForExport, closeAccount, type House, keepAccount } from './service.ts'
import { spendExport } from './store.ts'
import { findExport } from './views.ts'

interface Options {
  /** Makes the addresses of exports. */
  secret: string
  origin: () => string
  /** There is an export to build. */
  wakeExports: () => void
}

/** Also somebody whose account waits for its deletion may do all of this; that is what is left to do. */
export function createPrivacyRoutes({ secret, origin, wakeExports }: Options) {
  const house = ({ bus }: Parts): House => ({ bus, origin })
  return {
    startExport: os.privacy.startExport.handler(async ({ context }) => {
      const caller = fresh(context)
      assertThat(caller.verified, 'email_not_verified')
      const row = await askForExport(context, caller.id, secret)
      wakeExports()
      return presentExport(row, secret, true)
    }),
    currentExport: os.privacy.currentExport.handler(async ({ context }) => {
      const caller = signedIn(context)
      const row = await findExport(context.db.read, caller.id)
      return row ? presentExport(row, secret, isFresh(caller)) : null
    }),
    close: os.privacy.close.handler(async ({ context }) => {
      const purgeAt = await closeAccount(context, house(context), fresh(context))
      return { purge_at: purgeAt.toISOString() }
    }),
    keep: os.privacy.keep.handler(async ({ context }) => {
      await keepAccount(context.db, signedIn(context).id)
      return { kept: true as const }
    }),
  }
}

interface Serving {
  parts: Pick<Parts, 'db' | 'clock' | 'files'>
  callerOf(request: FastifyRequest): Promise<Caller | null>
}

/** The file itself, beside the contract's endpoints: the address works once, and only in a fresh session of the person it is about. */
export function serveExports(http: FastifyInstance, { parts: { db, clock, files }, callerOf }: Serving) {
  http.get<{ Params: { token: string } }>('/files/exports/:token', async (request, reply) => {
    const caller = fresh({ caller: await callerOf(request) })
    // Read before the commit: while the store is away, the address stays good.
    const bytes = await db.tx(async (tx) => {
      const key = await spendExport(tx, caller.id, hashToken(request.params.token))
      if (!key) return undefined
      await files.drop(tx, 'exports', key)
      return files.read('exports', key)
    })
    assertThat(bytes, 'not_found')
    const day = clock.now().toISOString().slice(0, 10)
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="samtur-${day}.zip"`)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(bytes))
  })
}
