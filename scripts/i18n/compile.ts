// Writes packages/i18n/src/gen: one module per language and catalogue, and the types of ids and parameters.
import fs from 'node:fs'
import path from 'node:path'
import { readCatalogues, reference } from './catalogues.ts'
import type { Catalogue, Problem } from './catalogues.ts'
import { parametersOf } from './params.ts'

const folder = 'packages/i18n/src/gen'
const notice = '// Generated from packages/i18n/locales by scripts/i18n.ts.\n'

function unique(values: string[]): string[] {
  return [...new Set(values)].sort()
}

const languagesOf = (catalogues: Catalogue[]) => unique(catalogues.map(({ language }) => language))

function moduleOf(catalogue: Catalogue): string {
  const messages = Object.fromEntries([...catalogue.messages.values()].map(({ id, compiled }) => [id, compiled]))
  return `${notice}import type { Messages } from '@lingui/core'\n\nexport const messages: Messages = ${JSON.stringify(messages)}\n`
}

function union(values: string[]): string {
  return values.map((value) => `'${value}'`).join(' | ') || 'never'
}

function idsModule(catalogues: Catalogue[]): string {
  const messages = catalogues
    .filter(({ language }) => language === reference)
    .flatMap((it) => [...it.messages.values()])
  const entries = messages.map(({ id, compiled }) => {
    const fields = [...parametersOf(compiled).types].map(([name, type]) => `'${name}': ${type}`)
    return `  '${id}': ${fields.length > 0 ? `{ ${fields.join('; ')} }` : 'undefined'}\n`
  })
  return (
    `${notice}/** Every message id and the parameters it needs (undefined: none). */\n` +
    `export interface MessageParams {\n${entries.join('')}}\n\nexport type MessageId = keyof MessageParams\n`
  )
}

const loadersType = `Partial<Record<CatalogueName, () => Promise<{ messages: Messages }>>>`

/** Writes one module per language, so that no page downloads the file names of other languages. */
function loadersModule(catalogues: Catalogue[], language: string): string {
  const imports = catalogues
    .filter((catalogue) => catalogue.language === language)
    .map(({ name }) => `  '${name}': () => import('../${language}/${name}.ts'),\n`)
    .join('')
  return (
    `${notice}import type { Loaders } from '../catalogues.ts'\n\n` + `export const loaders: Loaders = {\n${imports}}\n`
  )
}

function cataloguesModule(catalogues: Catalogue[]): string {
  const languages = languagesOf(catalogues)
  const imports = languages.map((language) => `  '${language}': () => import('./loaders/${language}.ts'),\n`).join('')
  return (
    `${notice}import type { Messages } from '@lingui/core'\n\n` +
    `export type CatalogueName = ${union(unique(catalogues.map(({ name }) => name)))}\n\n` +
    `/** The languages that have catalogues. */\nexport const availableLanguages = [${languages.map((it) => `'${it}'`).join(', ')}] as const\n\n` +
    `export type Loaders = ${loadersType}\n\n` +
    `/** A language's catalogues by name. */\n` +
    `export const loadersOf: Record<(typeof availableLanguages)[number], () => Promise<{ loaders: Loaders }>> = {\n${imports}}\n`
  )
}

function writeChanged(file: string, content: string): void {
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === content) return
  fs.mkdirSync(path.dirname(file), { recursive: true })
  // Renames a finished file, because other processes may be reading: they see the old file or the new one.
  fs.writeFileSync(`${file}.${process.pid}`, content)
  fs.renameSync(`${file}.${process.pid}`, file)
}

function removeOthers(target: string, keep: Set<string>): void {
  if (!fs.existsSync(target)) return
  for (const entry of fs.readdirSync(target, { recursive: true, encoding: 'utf8' }))
    if (entry.endsWith('.ts') && !keep.has(entry.replaceAll('\\', '/'))) fs.rmSync(path.join(target, entry))
}

export function compileCatalogues(root: string): Problem[] {
  const { catalogues, problems } = readCatalogues(root)
  const files = new Map(catalogues.map((it) => [`${it.language}/${it.name}.ts`, moduleOf(it)]))
  files.set('ids.ts', idsModule(catalogues))
  files.set('catalogues.ts', cataloguesModule(catalogues))
  for (const language of languagesOf(catalogues))
    files.set(`loaders/${language}.ts`, loadersModule(catalogues, language))
  const target = path.join(root, folder)
  for (const [file, content] of files) writeChanged(path.join(target, file), content)
  removeOthers(target, new Set(files.keys()))
  return problems
}
