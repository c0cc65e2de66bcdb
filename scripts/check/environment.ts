// Checks that only config.ts reads the environment on the server.
import { lineAt, walk } from './syntax.ts'
import type { Node } from './syntax.ts'
import type { Tree, Violation } from './tree.ts'

function named(node: unknown, name: string): boolean {
  const { type, name: own, value } = (node ?? {}) as Partial<Node>
  return (type === 'Identifier' && own === name) || (type === 'Literal' && value === name)
}

/** Matches `process`, also when reached through the global object. */
function isProcess(node: unknown): boolean {
  const { type, property } = (node ?? {}) as Partial<Node>
  return named(node, 'process') || (type === 'MemberExpression' && named(property, 'process'))
}

function takesEnv(pattern: unknown): boolean {
  const { properties } = pattern as { properties?: Node[] }
  return properties?.some(({ key }) => named(key, 'env')) ?? false
}

function readsEnvironment(node: Node): boolean {
  switch (node.type) {
    case 'MemberExpression':
      return isProcess(node['object']) && named(node['property'], 'env')
    case 'VariableDeclarator':
      return isProcess(node['init']) && takesEnv(node['id'])
    case 'ImportSpecifier':
      return named(node['imported'], 'env')
    default:
      return false
  }
}

export function findEnvironmentReads({ files }: Tree): Violation[] {
  const server = files.filter(({ path, test }) => path.startsWith('apps/server/src/') && !test)
  return server
    .filter(({ path }) => path !== 'apps/server/src/config.ts')
    .flatMap(({ path: file, source, program }) => {
      const lines: number[] = []
      walk(program, (node) => {
        if (readsEnvironment(node)) lines.push(lineAt(source, node.start))
      })
      const message = 'only config.ts reads the environment'
      return lines.map((line) => ({ file, line, rule: 'environment', message }))
    })
}
