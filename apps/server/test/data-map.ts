/** Reads docs/data-map.md: a heading for each table, a line with its owner, person and retention, and an item for each column. */
import fs from 'node:fs'

interface Column {
  /** As table.column. */
  name: string
  owner: string
  about: string
  kept: string
  purpose: string
  /** Where the export of a person's data has it, as a path in data.json. */
  exported: string | undefined
}

/** Throws for a column whose line or table's line lacks a part. */
export function readDataMap(): Column[] {
  const page = fs.readFileSync(new URL('../../../docs/data-map.md', import.meta.url), 'utf8')
  return page.split('\n## ').flatMap((section) => {
    const table = section.split('\n')[0] ?? ''
    const items = section.split('\n').filter((line) => line.startsWith('- `'))
    return items.map((line) => readColumn(table, section, line))
  })
}

const tableLine = /^(?<owner>[a-z-]+): about (?<about>.+?), kept (?<kept>.+?)(?:, exported as `(?<prefix>[a-z_.]+)`)?$/m
const columnLine = /^- `(?<column>\w+)`(?<star>\*?): (?<purpose>.+?)(?: \[(?<own>.+)\])?(?: → `(?<path>[a-z_.]+)`)?$/

function readColumn(table: string, section: string, line: string): Column {
  const { owner, about, kept, prefix } = partsOf(tableLine, section)
  const { column, star, purpose, own = '', path } = partsOf(columnLine, line)
  if (!owner || !about || !kept || !column || !purpose) throw new Error(`docs/data-map.md, ${table}: ${line}`)
  const ownKept = /(?:^|, )kept (.+)$/.exec(own)?.[1]
  const ownAbout = /^about (.+?)(?:, kept .+)?$/.exec(own)?.[1]
  if ((own && !ownKept && !ownAbout) || (star && !prefix)) throw new Error(`docs/data-map.md, ${table}: ${line}`)
  const exported = star ? `${prefix}.${column}` : path
  return { name: `${table}.${column}`, owner, about: ownAbout ?? about, kept: ownKept ?? kept, purpose, exported }
}

const partsOf = (pattern: RegExp, text: string): Partial<Record<string, string>> => pattern.exec(text)?.groups ?? {}
