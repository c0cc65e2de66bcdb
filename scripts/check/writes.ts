// Checks that a table is written by one slice's store.ts (or store-<what>.ts) only, or by the platform when the table is its own.
// Migrations and tests are exempt.
import { lineAt, literalText, walk } from './syntax.ts'
import type { Node } from './syntax.ts'
import type { SourceFile, Tree, Violation } from './tree.ts'

interface Write {
  file: string
  line: number
  /** undefined when the code computes the name. */
  table: string | undefined
}

const builders = new Set(['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto'])
// An expression in a template becomes `?` here.
const statement =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update(?:\s+only)?(?=\s+[\w".?]+\s+(?:(?:as\s+)?\w+\s+)?set\b))\s+(?:\w+\.)?"?([a-z_]\w*|\?)/gi

function builderTable(node: Node): { table: string | undefined } | undefined {
  const { callee, arguments: args } = node as unknown as { callee?: Node; arguments?: unknown[] }
  const method = (callee?.['property'] as Node | undefined)?.['name']
  if (node.type !== 'CallExpression' || typeof method !== 'string' || !builders.has(method)) return undefined
  return { table: literalText(args?.[0])?.split(' ')[0] }
}

function templateText(node: unknown): string {
  const { quasis } = node as { quasis: { value: { raw: string } }[] }
  return quasis.map(({ value }) => value.raw).join('?')
}

/** Returns the text of an SQL statement: the template of an `sql` tag, or a string that begins like a statement. */
function sqlText(node: Node): string | undefined {
  if (node.type === 'TaggedTemplateExpression')
    return /\bsql\b/.test(JSON.stringify(node['tag'])) ? templateText(node['quasi']) : undefined
  const text = node.type === 'TemplateLiteral' ? templateText(node) : literalText(node)
  return text !== undefined && /^\s*(with|insert|update|delete|merge|truncate)\s/i.test(text) ? text : undefined
}

function writesOf({ path: file, source, program }: SourceFile): Write[] {
  const writes = new Map<string, Write>()
  const note = (table: string | undefined, line: number) => writes.set(`${table} ${line}`, { file, line, table })
  walk(program, (node) => {
    const line = () => lineAt(source, node.start)
    const built = builderTable(node)
    if (built) note(built.table, line())
    for (const match of sqlText(node)?.matchAll(statement) ?? [])
      note(match[1] === '?' ? undefined : match[1]?.toLowerCase(), line())
  })
  return [...writes.values()]
}

/** Returns the owner on whose behalf this file may write, or undefined when it may not write at all. */
function writerOf(file: string): string | undefined {
  const slice = /^apps\/server\/src\/features\/([^/]+)\/store(?:-[a-z]+)?\.ts$/.exec(file)?.[1]
  return slice ?? (file.startsWith('apps/server/src/platform/') ? 'platform' : undefined)
}

function misplaced(writes: Write[]): Violation[] {
  return writes.flatMap(({ file, line, table }) => {
    const writer = writerOf(file)
    const named = table === undefined ? 'a table' : `'${table}'`
    if (!writer) return [{ file, line, rule: 'writes', message: `${named} is written outside a store.ts` }]
    const nameless = table === undefined && writer !== 'platform'
    return nameless ? [{ file, line, rule: 'writes', message: 'name the table where it is written' }] : []
  })
}

function contested(writes: Write[]): Violation[] {
  const owners = new Map<string, string>()
  return writes.flatMap(({ file, line, table }) => {
    const writer = writerOf(file)
    if (!writer || table === undefined) return []
    const owner = owners.get(table) ?? writer
    owners.set(table, owner)
    return owner === writer ? [] : [{ file, line, rule: 'writes', message: `'${table}' is also written by '${owner}'` }]
  })
}

export function findForeignWrites({ files }: Tree): Violation[] {
  const bound = files.filter(({ path, test }) => path.startsWith('apps/server/src/') && !test)
  const writes = bound.filter(({ path }) => !path.startsWith('apps/server/src/migrations/')).flatMap(writesOf)
  return [...misplaced(writes), ...contested(writes)]
}
