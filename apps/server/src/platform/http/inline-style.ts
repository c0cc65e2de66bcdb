/** The content policy of pages with a style element of their own; that of every other page allows none. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Allows exactly this text as a style element of the response. */
export function allowStyle(reply: FastifyReply, style: string): void {
  allow(reply, `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
}

/** Allows every inline style, for the local mailbox, whose mails have their own: the content of a frame is under the policy of its page. */
export function allowInlineStyles(reply: FastifyReply): void {
  allow(reply, "'unsafe-inline'")
}

function allow(reply: FastifyReply, source: string) {
  const policy = String(reply.raw.getHeader('content-security-policy') ?? '')
  reply.header('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' ${source}`))
}
