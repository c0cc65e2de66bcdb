// One slice's store.ts (or store-<what>.ts) writes a table, or the platform when it is its own; a restore writes all of them. SQL functions count
// as their slice's writing, and only its store calls one that writes. Rows are locked in stores. Migrations and tests are exempt.
import fs from 'node:fs'
import path from 'node:path'
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
    return /\b(sql|rowsOf)\b/.test(JSON.stringify(node['tag'])) ? templateText(node['quasi']) : undefined
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
  const slice =
    /^apps\/server\/src\/features\/([^/]+)\/store(?:-[a-z]+)?\.ts$/.exec(file)?.[1] ??
    /^apps\/server\/src\/sql\/([^/]+)\//.exec(file)?.[1]
  return slice ?? (/^apps\/server\/src\/(platform|operating\/backup)\//.test(file) ? 'platform' : undefined)
}

function misplaced(writes: Write[]): Violation[] {
  return writes.flatMap(({ file, line, table }) => {
    const writer = writerOf(file)
    const named = table === undefined ? 'a table' : `'${table}'`
    if (!writer) return [{ file, line, rule: 'writes', message: `${named} is written outside a store.ts` }]
    const nameless = table === undefined && writer !== 'platform'
    return nameless ? [{ file, line, rule: 'writes', message: 'write the name of the table in the statement' }] : []
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

const locking = /\bfor\s+(no\s+key\s+update|update|share|key\s+share)\b|\bpg_advisory_/i
const lockingMethods = new Set(['forUpdate', 'forNoKeyUpdate', 'forShare', 'forKeyShare'])

/** Returns the places that lock rows, or take another lock, outside of stores. */
function misplacedLocks({ path: file, source, program }: SourceFile, functions: SqlFunction[]): Violation[] {
  if (!file.startsWith('apps/server/src/features/') || writerOf(file)) return []
  const lines = new Set<number>()
  walk(program, (node) => {
    const method = (node['property'] as Node | undefined)?.['name']
    const text = sqlText(node) ?? ''
    const locks = locking.test(text) || functions.some(({ name }) => calls(text, name))
    if (locks || (typeof method === 'string' && lockingMethods.has(method))) lines.add(lineAt(source, node.start))
  })
  return [...lines].map((line) => ({ file, line, rule: 'locks', message: 'only a store.ts may lock rows' }))
}

interface SqlFunction {
  name: string
  file: string
  text: string
  writes: Write[]
}

function sqlFunctions({ root, paths }: Tree): SqlFunction[] {
  const files = paths.filter((file) => /^apps\/server\/src\/sql\/[^/]+\/\w+\.sql$/.test(file))
  return files.map((file) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8').replaceAll(/--.*/g, '')
    const writes = [...text.matchAll(statement)].map((match) => {
      return { file, line: lineAt(text, match.index), table: match[1]?.toLowerCase() }
    })
    return { name: path.basename(file, '.sql'), file, text, writes }
  })
}

const calls = (text: string, name: string) => new RegExp(`\\b${name}\\s*\\(`, 'i').test(text)

/** Returns the functions that do something themselves, or through a function that they call. */
function thatDo(functions: SqlFunction[], something: (one: SqlFunction) => boolean): SqlFunction[] {
  let found = functions.filter(something)
  for (let before = -1; before !== found.length;) {
    before = found.length
    found = functions.filter((one) => found.some((other) => other === one || calls(one.text, other.name)))
  }
  return found
}

function foreignCalls({ path: file, source, program }: SourceFile, functions: SqlFunction[]): Violation[] {
  const found = new Map<string, Violation>()
  walk(program, (node) => {
    const text = sqlText(node) ?? ''
    for (const { name, file: declared } of functions) {
      const owner = writerOf(declared)
      if (!calls(text, name) || writerOf(file) === owner) continue
      const line = lineAt(source, node.start)
      const message = `'${name}' writes tables of '${owner}', so only its store.ts may call it`
      found.set(`${name} ${line}`, { file, line, rule: 'writes', message })
    }
  })
  return [...found.values()]
}

export function findForeignWrites(tree: Tree): Violation[] {
  const bound = tree.files.filter(({ path: file, test }) => file.startsWith('apps/server/src/') && !test)
  const free = bound.filter((file) => !file.path.startsWith('apps/server/src/migrations/'))
  const functions = sqlFunctions(tree)
  const writes = [...free.flatMap(writesOf), ...functions.flatMap((one) => one.writes)]
  const writing = thatDo(functions, (one) => one.writes.length > 0)
  const blocking = thatDo(functions, ({ text }) => locking.test(text))
  return [
    ...misplaced(writes),
    ...contested(writes),
    ...free.flatMap((file) => misplacedLocks(file, blocking)),
    ...free.flatMap((file) => foreignCalls(file, writing)),
  ]
}
