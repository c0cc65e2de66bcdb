/** Matches addresses with patterns such as '/rides/:id' and '*'. */
export type Params = Record<string, string | undefined>

export interface RouteMatch {
  params: Params
  pathname: string
}

function expressionOf(pattern: string): RegExp {
  if (pattern === '*') return /^/
  const parts = pattern.split('/').filter(Boolean)
  const source = parts.map((part) =>
    part.startsWith(':') ? `/(?<${part.slice(1)}>[^/]+)` : `/${part.replace(/[\\.*+^${}|()[\]]/g, '\\$&')}`,
  )
  return new RegExp(`^${source.join('')}/?$`, 'i')
}

const expressions = new Map<string, RegExp>()

export function matchPath(pattern: string, pathname: string): RouteMatch | null {
  const expression = expressions.get(pattern) ?? expressionOf(pattern)
  expressions.set(pattern, expression)
  const match = expression.exec(pathname)
  if (!match) return null
  const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)])
  return { params: Object.fromEntries(params) as Params, pathname }
}

/** Returns the text as it is when it holds a stray '%'. */
function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Sorts the most exact pattern first: literal parts before parameters, '*' last. */
export function byExactness(one: string, other: string): number {
  const looseness = (pattern: string) => (pattern === '*' ? Infinity : pattern.split('/:').length)
  return looseness(one) - looseness(other)
}
