/** The API's description for people: one page made from the OpenAPI document, in English, without scripts. */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../mail/parts.ts'
import { apiPrefix, describe } from './api.ts'
import { allowStyle } from './inline-style.ts'
import { preparedOnce, sendPrepared } from './prepared.ts'

interface Operation {
  summary?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
}

export function serveApiDocs(app: FastifyInstance) {
  const page = preparedOnce(async () => pageOf((await describe()) as Document))
  app.get('/api/docs', async (request, reply) => {
    allowStyle(reply, style)
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    return sendPrepared(request, reply, await page())
  })
}

function pageOf({ paths }: Document) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const bySlice = Object.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'other')
  const sections = Object.entries(bySlice).map(
    ([slice, list = []]) => `<section><h2>${escapeHtml(slice)}</h2>${list.map(entryOf).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${PRODUCT_NAME} API</title><style>${style}</style></head><body><main><h1>${PRODUCT_NAME} API</h1>
    <p>JSON under <code>${apiPrefix}</code>, machine-readable at <a href="${apiPrefix}/openapi.json">openapi.json</a>. Sign in through
    <code>POST /api/auth/sign-in/email</code>; the session is a cookie. Errors are <code>{ code, fields?, params?, request_id }</code>. Writes that create
    something accept an <code>Idempotency-Key</code> (a UUID).</p>${sections.join('')}</main></body></html>`
}

interface Entry {
  path: string
  method: string
  operation: Operation
}

function entryOf({ path, method, operation }: Entry) {
  const parameters = (operation.parameters ?? []).map(
    (parameter) =>
      `<li><code>${escapeHtml(parameter.name)}</code> in ${parameter.in}${parameter.required ? ', required' : ''}</li>`,
  )
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<h3>Body (${escapeHtml(type)})</h3>${jsonOf(schema)}`,
  )
  const answers = Object.entries(operation.responses ?? {}).map(([status, { content }]) => {
    const schema = content?.['application/json']?.schema
    return `<details><summary>${status}</summary>${schema ? jsonOf(schema) : ''}</details>`
  })
  return `<details class="entry"><summary><code><b>${method}</b> ${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? '')}</summary>
    ${parameters.length ? `<h3>Parameters</h3><ul>${parameters.join('')}</ul>` : ''}
    ${bodies.join('')}<h3>Answers</h3>${answers.join('')}</details>`
}

const jsonOf = (schema: unknown) => `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`

const style = `:root{color-scheme:light dark;--ground:#F6F7F2;--surface:#fff;--text:#14231C;--line:#C9D2C8;--link:#1B5E86}
  @media(prefers-color-scheme:dark){:root{--ground:#0D1612;--surface:#14201A;--text:#EAF1EC;--line:#2E4238;--link:#8CC7EA}}
  body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}main{max-width:960px;margin:0 auto;padding:32px 16px}
  h2{margin:32px 0 8px;text-transform:capitalize}h3{font-size:14px;margin:16px 0 4px}a{color:var(--link)}
  .entry{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:12px 16px;margin:8px 0}summary{cursor:pointer;overflow-wrap:anywhere}
  pre{overflow:auto;max-height:400px;font-size:13px}`
