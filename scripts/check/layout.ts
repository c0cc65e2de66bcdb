// Checks where files are, what they are called, and how long they are.
import path from 'node:path'
import { isCode, isTest } from './files.ts'
import { mayUse } from './slices.ts'
import { walk } from './syntax.ts'
import type { SourceFile, Tree, Violation } from './tree.ts'

const longest = 400

const serverFiles = new Set(
  [
    'routes',
    'service',
    'rules',
    'policy',
    'store',
    'views',
    'present',
    'port',
    'events',
    'mails',
    'jobs',
    'live',
    'tables',
  ].map((name) => `${name}.ts`),
)
/** Features of the pages without a slice on the server. */
const webOnly = new Set(['help'])
const vagueNames = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'index'])

function serverProblem(slice: string, rest: string): string | undefined {
  if (!mayUse.has(slice)) return `'${slice}' is not a slice; add a new one to scripts/check/slices.ts`
  // Splits a file that is too long by subject: routes-<what>.ts beside routes.ts.
  const allowed =
    serverFiles.has(rest) ||
    /^(routes|service|rules|store|views|present)-[a-z]+\.ts$/.test(rest) ||
    /^[a-z0-9.-]+\.test\.ts$/.test(rest)
  if (allowed || ((slice === 'places' || slice === 'meeting-points') && rest.startsWith('data/'))) return undefined
  return `'${rest}' is not one of the files of a server slice (${[...serverFiles].join(' ')}, tests)`
}

function webProblem(feature: string, rest: string): string | undefined {
  if (!mayUse.has(feature) && !webOnly.has(feature))
    return `'${feature}' is not a slice of the server; features have the names of slices`
  if (/^[a-z0-9-]+\.tsx?$/.test(rest) || /^[a-z0-9.-]+\.test\.tsx?$/.test(rest) || rest === 'questions.json')
    return undefined
  return `'${rest}' is not one of the files of a web feature (kebab-case .ts and .tsx, tests)`
}

function placeProblem(file: string): string | undefined {
  const [, app, slice, rest] = /^apps\/(server|web)\/src\/features\/(?:([^/]+)\/)?(.+)$/.exec(file) ?? []
  if (rest === undefined) return undefined
  if (slice === undefined) return 'features/ contains only folders of slices'
  return app === 'server' ? serverProblem(slice, rest) : webProblem(slice, rest)
}

function vagueName(file: string): string | undefined {
  if (!/^(apps|packages)\/[^/]+\/src\//.test(file)) return undefined
  return file.split('/').find((name) => vagueNames.has(path.basename(name, path.extname(name))))
}

/** Checks that a file's ending shows whether it has JSX. The compiler refuses JSX in a .ts file. */
function endingProblem({ path: file, program }: SourceFile): string | undefined {
  if (!file.endsWith('.tsx')) return undefined
  let draws = false
  walk(program, ({ type }) => {
    draws ||= type === 'JSXElement' || type === 'JSXFragment'
  })
  return draws ? undefined : 'a file without JSX ends in .ts'
}

function lengthOf(source: string): number {
  return source.split('\n').length - (source.endsWith('\n') ? 1 : 0)
}

export function findMisplacedFiles({ paths, files }: Tree): Violation[] {
  const violations: Violation[] = []
  for (const file of paths) {
    const place = placeProblem(file)
    if (place) violations.push({ file, line: 1, rule: 'place', message: place })
    const vague = isCode(file) ? vagueName(file) : undefined
    if (vague)
      violations.push({
        file,
        line: 1,
        rule: 'name',
        message: `'${vague}' is too vague: name the file after its content`,
      })
  }
  for (const one of files) {
    const { path: file, source } = one
    const ending = endingProblem(one)
    if (ending) violations.push({ file, line: 1, rule: 'ending', message: ending })
    const length = lengthOf(source)
    if (length <= longest || isTest(file) || file.includes('/migrations/')) continue
    violations.push({
      file,
      line: longest + 1,
      rule: 'length',
      message: `${length} lines; the limit is ${longest}: split it by subject`,
    })
  }
  return violations
}
