// Finds the message ids that the code uses: as a string literal, or by a comment such as `// i18n-dynamic: errors.*`.
import fs from 'node:fs'
import path from 'node:path'
import { isCode, isTest, listFiles } from '../check/files.ts'

export interface UsedIds {
  ids: Set<string>
  prefixes: string[]
}

const literal = /(['"`])([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+)\1/g
const dynamic = /(?:\/\/|\*)\s*i18n-dynamic:\s*([a-z0-9_.]+\.)\*/g

export function findUsedIds(root: string): UsedIds {
  const used: UsedIds = { ids: new Set(), prefixes: [] }
  const files = ['apps', 'packages'].flatMap((folder) => listFiles(root, folder))
  for (const file of files.filter((it) => isCode(it) && !isTest(it))) {
    const source = fs.readFileSync(path.join(root, file), 'utf8')
    for (const match of source.matchAll(literal)) used.ids.add(match[2] ?? '')
    for (const match of source.matchAll(dynamic)) used.prefixes.push(match[1] ?? '')
  }
  return used
}
