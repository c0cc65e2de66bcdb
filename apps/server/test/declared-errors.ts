/** The errors that the OpenAPI document declares for each operation, for the check of every response in a test. */
import { isErrorCode } from '@samtur/contract/errors'
import type { Operation, Paths } from '#platform/http/api-responses'
import { apiPrefix, describe } from '#platform/http/api'

interface ErrorContent {
  content?: Record<string, { schema: { properties?: { code?: { enum?: string[] } } } }>
}

/** Returns the codes that the operation declares for a status. */
export function declaredCodes(operation: Operation, status: number): readonly string[] {
  const response = operation.responses[String(status)] as ErrorContent | undefined
  return response?.content?.['application/json']?.schema.properties?.code?.enum ?? []
}

/** Throws if the response is an error that the contract does not declare for its endpoint. Routes outside the document are not checked. */
export async function checkDeclared(
  method: string,
  target: string,
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  const code = (body as { code?: unknown } | null)?.code
  if (status < 400 || !isErrorCode(code)) return
  const { paths } = (await describe()) as { paths: Paths }
  const path = describedPath(paths, target)
  const operation = path === undefined ? undefined : paths[path]?.[method.toLowerCase()]
  if (operation && !declaredCodes(operation, status).includes(code))
    throw new Error(`${method} ${path} returned ${status} ${code}, which is not in its list of errors in the contract`)
}

/** Returns the path of the document that the address belongs to; a path without parameters goes first. */
function describedPath(paths: Paths, target: string): string | undefined {
  const path = target.replace(/[?#].*/s, '').replace(/\/$/, '')
  const below = path.startsWith(`${apiPrefix}/`) ? path.slice(apiPrefix.length) : path
  if (below in paths) return below
  return Object.keys(paths).find((pattern) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(below))
}
