// Reads packages/i18n/locales/<language>/<catalogue>.po: msgid is an explicit id, msgstr is ICU MessageFormat.
import fs from 'node:fs'
import path from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import PO from 'pofile'

export interface Problem {
  file: string
  line: number
  message: string
}

export interface Message {
  id: string
  text: string
  line: number
  compiled: CompiledMessage
}

export interface Catalogue {
  language: string
  name: string
  file: string
  messages: Map<string, Message>
}

export interface Catalogues {
  catalogues: Catalogue[]
  problems: Problem[]
}

/** The language that every other one is compared with. */
export const reference = 'en'

const idPattern = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$/

function idLines(source: string): Map<string, number[]> {
  const lines = new Map<string, number[]>()
  source.split('\n').forEach((line, index) => {
    const id = /^msgid "(.+)"\s*$/.exec(line)?.[1]
    if (id) lines.set(id, [...(lines.get(id) ?? []), index + 1])
  })
  return lines
}

function compile(text: string): CompiledMessage | Error {
  try {
    return compileMessageOrThrow(text)
  } catch (error) {
    return error as Error
  }
}

function problemsOfId(id: string, lines: number[], catalogue: string): string[] {
  const problems: string[] = []
  if (!idPattern.test(id)) problems.push(`'${id}' is not an id such as rides.seats_left`)
  else if (id.split('.')[0] !== catalogue) problems.push(`'${id}' belongs in the catalogue ${id.split('.')[0]}.po`)
  if (lines.length > 1) problems.push(`'${id}' stands here and in line ${lines.slice(1).join(', ')}`)
  return problems
}

function readCatalogue(root: string, file: string, problems: Problem[]): Catalogue {
  const source = fs.readFileSync(path.join(root, file), 'utf8')
  const name = path.basename(file, '.po')
  const lines = idLines(source)
  const messages = new Map<string, Message>()
  for (const item of PO.parse(source).items.filter(({ obsolete }) => !obsolete)) {
    const found = lines.get(item.msgid) ?? [1]
    const line = found[0] ?? 1
    const report = (message: string) => problems.push({ file, line, message })
    problemsOfId(item.msgid, found, name).forEach(report)
    const text = item.msgstr[0] ?? ''
    const compiled = compile(text)
    if (compiled instanceof Error) report(`'${item.msgid}': ${compiled.message.split('\n')[0]}`)
    else messages.set(item.msgid, { id: item.msgid, text, line, compiled })
  }
  return { language: path.basename(path.dirname(file)), name, file, messages }
}

function folders(root: string, folder: string): string[] {
  const entries = fs.existsSync(path.join(root, folder)) ? fs.readdirSync(path.join(root, folder)) : []
  return entries.sort().map((entry) => `${folder}/${entry}`)
}

export function readCatalogues(root: string): Catalogues {
  const problems: Problem[] = []
  const files = folders(root, 'packages/i18n/locales')
    .flatMap((language) => folders(root, language))
    .filter((file) => file.endsWith('.po'))
  return { catalogues: files.map((file) => readCatalogue(root, file, problems)), problems }
}
