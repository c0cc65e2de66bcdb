// Checks where files are and what they are called.
import path from 'node:path'
import { isCode } from './files.ts'
import { mayUse } from './slices.ts'
import type { Tree, Violation } from './tree.ts'

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
const webOnly = new Set(['help', 'identities'])
const vagueNames = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'index'])

function serverProblem(slice: string, rest: string): string | undefined {
  if (!mayUse.has(slice)) return `'${slice}' is not a slice; add a new one to scripts/check/slices.ts`
  // Splits a file that is too long by subject: routes-<what>.ts beside routes.ts.
  const allowed =
    serverFiles.has(rest) ||
    /^(routes|service|rules|store|views|present)-[a-z]+\.ts$/.test(rest) ||
    /^[a-z0-9.-]+\.test\.ts$/.test(rest)
  if (allowed || ((slice === 'accounts' || slice === 'meeting-points') && rest.startsWith('data/'))) return undefined
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

export function findMisplacedFiles({ paths }: Tree): Violation[] {
  return paths.flatMap((file) => {
    const place = placeProblem(file)
    const vague = isCode(file) ? vagueName(file) : undefined
    const found = [
      place && { rule: 'place', message: place },
      vague && { rule: 'name', message: `'${vague}' is too vague: name the file after its content` },
    ]
    return found.filter((it) => typeof it === 'object').map((it) => ({ file, line: 1, ...it }))
  })
}
