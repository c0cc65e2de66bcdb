// Parses our files with the parser that Vite's bundler includes (TypeScript 7 has no stable one).
import { parseSync } from 'rolldown/utils'

export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export type Parsed = ReturnType<typeof parseSync>

export function parse(file: string, source: string): Parsed {
  return parseSync(file, source)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** Calls `visit` for every node, outer ones first. */
export function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit)
    return
  }
  if (!isNode(value)) return
  visit(value)
  for (const key in value) {
    const child = value[key]
    if (typeof child === 'object' && child !== null) walk(child, visit)
  }
}

export function lineAt(source: string, offset: number): number {
  let line = 1
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) line++
  return line
}

/** Returns the text of a string literal or of a template without expressions. */
export function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  const quasis = node['quasis'] as { value: { cooked: string } }[] | undefined
  return node.type === 'TemplateLiteral' && quasis?.length === 1 ? quasis[0]?.value.cooked : undefined
}
