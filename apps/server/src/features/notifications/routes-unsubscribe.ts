/** The addresses in alerts that switch such mails off by one press of the mail program (RFC 8058). */
import { paths, unsubscribePath } from '@samtur/contract/paths'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { readUnsubscribeToken, unsubscribed } from './rules-unsubscribe.ts'
import { changeSettings } from './store.ts'
import { isAccount } from './views.ts'

interface Serving {
  secret: string
  /** Addresses in mails of before stay valid. */
  config: Pick<Config, 'previousSecrets'>
  parts: Pick<Parts, 'db' | 'limiter'>
}

/** Slows down guessing of addresses. */
const perMinute: Limit = { name: 'unsubscribe', max: 60, per: 60, byAddress: true }
const MAX_BYTES = 1_000

/** A POST switches the mails off, without a session and from any origin. A GET changes nothing and leads to the settings. */
export function serveUnsubscribing(http: FastifyInstance, { secret, config, parts }: Serving): void {
  const { db, limiter } = parts
  const path = unsubscribePath(':token')
  void http.register(async (scope) => {
    // Mail programs send a form with one field, which says nothing that the address does not.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, _body, done) => done(null))
    scope.post<{ Params: { token: string } }>(path, { config: { anyOrigin: true } }, async (request, reply) => {
      limiter.useLocally(perMinute, request.ip)
      const named = [secret, ...config.previousSecrets]
        .map((each) => readUnsubscribeToken(each, request.params.token))
        .find((found) => found !== undefined)
      assertThat(named && (await isAccount(db.read, named.userId)), 'not_found')
      await changeSettings(
        db.read,
        named.userId,
        unsubscribed(named.kind).map((kind) => ({ kind, email: false })),
      )
      return reply.header('cache-control', 'no-store').send({ unsubscribed: true })
    })
    scope.get(path, async (_request, reply) =>
      reply.header('cache-control', 'no-store').redirect(paths.notifications, 303),
    )
  })
}
