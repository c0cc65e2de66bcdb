// Reads SQL with PostgreSQL's own grammar.
import { createHash } from 'node:crypto'
import { loadModule, parseSync } from 'libpg-query'

await loadModule()

type Stmt = NonNullable<ReturnType<typeof parseSync>['stmts']>[number]
export type SqlNode = NonNullable<Stmt['stmt']>

export interface Statement {
  node: SqlNode
  line: number
}

/** Returns the statements of a text. Throws an error with the line for one that is no SQL. */
export function readSql(text: string): Statement[] {
  const bytes = Buffer.from(text)
  // Positions are in bytes, and a statement begins with what stands before its first word.
  const lineAt = (position: number) => {
    const leading = /^(?:\s|--.*\n|\/\*[^]*?\*\/)*/.exec(bytes.subarray(position).toString())?.[0] ?? ''
    return (bytes.subarray(0, position).toString() + leading).split('\n').length
  }
  // The library refuses a text without a character.
  const { stmts = [] } = parseSync(`${text}\n`)
  return stmts.flatMap(({ stmt, stmt_location: position = 0 }) =>
    stmt ? [{ node: stmt, line: lineAt(position) }] : [],
  )
}

const positions = new Set(['location', 'stmt_location', 'stmt_len', 'rexpr_list_start', 'rexpr_list_end'])

/** Returns a hash that comments and the arrangement of the text do not change. */
export function hashSql(text: string): string {
  const nodes = readSql(text).map(({ node }) => node)
  const content = JSON.stringify(nodes, (key, value: unknown) => (positions.has(key) ? undefined : value))
  return createHash('sha256').update(content).digest('base64url').slice(0, 16)
}

/** Calls back with every node inside, with its kind. */
export function walkSql(node: unknown, visit: (kind: string, fields: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const one of node) walkSql(one, visit)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  for (const [kind, fields] of Object.entries(node)) {
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      visit(kind, fields as Record<string, unknown>)
    walkSql(fields, visit)
  }
}

/** Returns the text of a name such as `public.ride`, without the schema. */
export function nameOf(names: readonly SqlNode[] | undefined): string {
  const last = names?.at(-1)
  return last && 'String' in last ? (last.String.sval ?? '') : ''
}
