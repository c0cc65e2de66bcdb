// Finds the messages that a file names: as a string, or as a template with expressions. Comments and imports do not count.
import { literalText, walk, type Node } from '../check/syntax.ts'
import type { SourceFile, Tree } from '../check/tree.ts'

/** Whether the file names this message. */
export type Names = (id: string) => boolean

export function namedIds({ program }: SourceFile): Names {
  const whole = new Set<string>()
  const gapped: RegExp[] = []
  walk(program, (node) => {
    const text = literalText(node)
    if (text !== undefined) whole.add(text)
    else if (node.type === 'TemplateLiteral') gapped.push(patternOf(node))
  })
  return (id) => whole.has(id) || gapped.some((pattern) => pattern.test(id))
}

/** A template has to contain the catalogue's name: `${x}` alone may be anything. */
function patternOf(node: Node): RegExp {
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  const parts = quasis.map(({ value }) => value.cooked.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return /^[a-z_]+\\\./.test(parts[0] ?? '') ? new RegExp(`^${parts.join('[a-z0-9_]+')}$`) : /^$/
}

/** Returns the files that `entry` imports, at once or lazily. */
export function reachedFrom({ files }: Tree, entry: string): string[] {
  const known = new Map(files.map((file) => [file.path, file]))
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (reached.has(file) || !known.has(file)) return
    reached.add(file)
    for (const { target } of known.get(file)?.imports ?? []) if (target) visit(target)
  }
  visit(entry)
  return [...reached]
}
