// Checks that a browser test which ends while its pages still work does not fail: what it does in an event is begun through e2e/watch.ts, and browsers are closed by e2e/person.ts.
import { lineAt, walk } from './syntax.ts'
import type { Node } from './syntax.ts'
import type { Tree, Violation } from './tree.ts'

/** Events whose content is read with a promise, which fails where the page closes first. */
const read = new Set(['response', 'requestfinished', 'dialog'])

function memberOf(node: Node): { object: Partial<Node>; name: unknown } | undefined {
  const { type, object, property } = (node['callee'] ?? {}) as Partial<Node>
  return type === 'MemberExpression' ? { object: object as Node, name: (property as Node)['name'] } : undefined
}

function problemOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined
  const called = memberOf(node)
  const [first, second] = node['arguments'] as Partial<Node>[]
  if (called?.name === 'on' || called?.name === 'once') {
    const event = first?.['value']
    if (typeof event === 'string' && (read.has(event) || second?.['async'] === true))
      return `what a test does at '${event}' is awaited through watch.read`
  }
  const closed = called?.object['name'] ?? (called?.object['property'] as Partial<Node> | undefined)?.['name']
  if (called?.name === 'close' && closed === 'context') return 'a person closes the browser'
  return undefined
}

export function findLooseEndings({ files }: Tree): Violation[] {
  return files
    .filter(({ path }) => path.startsWith('e2e/') && path !== 'e2e/watch.ts' && path !== 'e2e/person.ts')
    .flatMap(({ path: file, source, program }) => {
      const found: Violation[] = []
      walk(program, (node) => {
        const message = problemOf(node)
        if (message) found.push({ file, line: lineAt(source, node.start), rule: 'endings', message })
      })
      return found
    })
}
