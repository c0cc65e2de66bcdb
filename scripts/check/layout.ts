// Where files may stand, what they may be called, and how long they may be.
import path from 'node:path'
import { isCode, isTest } from './files.ts'
import { mayUse } from './slices.ts'
import type { Tree, Violation } from './tree.ts'

const longest = 400

const serverFiles = new Set(
  ['routes', 'service', 'rules', 'policy', 'store', 'views', 'present', 'port', 'events', 'mails', 'jobs', 'live'].map(
    (name) => `${name}.ts`,
  ),
)
const webFiles = new Set(['queries.ts', 'model.ts', 'forms.ts', 'public.ts', 'public.tsx'])
/** Features of the pages that the server has no slice for. */
const webOnly = new Set(['design', 'help'])
const vagueNames = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'index'])

function serverProblem(slice: string, rest: string): string | undefined {
  if (!mayUse.has(slice)) return `'${slice}' is not a slice; a new one needs its place in scripts/check/slices.ts`
  // Views, services, presentations and stores that are too long for one file are cut by what they are about.
  const allowed =
    serverFiles.has(rest) ||
    /^(service|store|views|present)-[a-z]+\.ts$/.test(rest) ||
    /^[a-z0-9.-]+\.test\.ts$/.test(rest)
  if (allowed || (slice === 'places' && rest.startsWith('data/'))) return undefined
  return `'${rest}' is not one of the files of a server slice (${[...serverFiles].join(' ')}, tests)`
}

function webProblem(feature: string, rest: string): string | undefined {
  if (!mayUse.has(feature) && !webOnly.has(feature))
    return `'${feature}' is not a slice; pages carry the names of the server`
  if (webFiles.has(rest) || /^[a-z0-9-]+\.tsx$/.test(rest) || /^[a-z0-9.-]+\.test\.tsx?$/.test(rest)) return undefined
  if (/^[a-z0-9-]+-form\.ts$/.test(rest) || rest === 'questions.json') return undefined
  return `'${rest}' is not one of the files of a web feature (queries, model, forms, *-form, public, kebab-case.tsx, tests)`
}

function placeProblem(file: string): string | undefined {
  const [, app, slice, rest] = /^apps\/(server|web)\/src\/features\/(?:([^/]+)\/)?(.+)$/.exec(file) ?? []
  if (rest === undefined) return undefined
  if (slice === undefined) return 'only folders of slices stand in features/'
  return app === 'server' ? serverProblem(slice, rest) : webProblem(slice, rest)
}

function vagueName(file: string): string | undefined {
  if (!/^(apps|packages)\/[^/]+\/src\//.test(file)) return undefined
  return file.split('/').find((name) => vagueNames.has(path.basename(name, path.extname(name))))
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
    if (vague) violations.push({ file, line: 1, rule: 'name', message: `'${vague}' says nothing about the content` })
  }
  for (const { path: file, source } of files) {
    const length = lengthOf(source)
    if (length <= longest || isTest(file) || file.includes('/migrations/')) continue
    violations.push({ file, line: longest + 1, rule: 'length', message: `${length} lines; ${longest} are the limit` })
  }
  return violations
}
