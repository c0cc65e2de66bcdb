/**
 * The short way for reads that are asked all the time: one schema in, one text out. Whatever is unusual about a request goes the long
 * way through the contract's handler, and so does every request that will be refused: errors are made in one place only.
 */
import type { FastifyRequest } from 'fastify'
import type { ApiContext } from './context.ts'

export interface QuickRead {
  /** Of an endpoint that is open to everybody, below /api/v1. */
  path: string
  /** The endpoint's own; answers undefined for what it would refuse. What is read comes as JSON. */
  read(query: Record<string, string>): ((context: ApiContext) => Promise<string>) | undefined
}

/** Names and values without brackets and backslashes, which mean something to the long way. */
const PLAIN = /^(?:[a-z_]+=(?:[\w\-.~+*]|%(?!5[bcd])[\da-f]{2})*(?:&|$))*$/i

/** The request's query where it is a list of different names with a value each; undefined where it is anything else. */
export function plainQuery({
  url,
  headers,
}: Pick<FastifyRequest, 'url' | 'headers'>): Record<string, string> | undefined {
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined
  const start = url.indexOf('?')
  const text = start < 0 ? '' : url.slice(start + 1)
  if (!PLAIN.test(text)) return undefined
  const entries = [...new URLSearchParams(text)]
  const query = Object.fromEntries(entries)
  return Object.keys(query).length === entries.length ? query : undefined
}
