// Finds text for people that is in the code instead of in a catalogue.
import fs from 'node:fs'
import path from 'node:path'
import type { Problem } from './catalogues.ts'
import { isTest, listFiles } from '../check/files.ts'
import { lineAt, parse, walk } from '../check/syntax.ts'
import type { Node } from '../check/syntax.ts'

/** Names that are the same in every language. */
const allowed = new Set(['Samtur', 'Samtur AS'])

const spokenAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
])

interface Text {
  text: string
  at: number
}

function templateText(node: Node): string {
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ')
}

/** Returns the texts that an expression may show, as far as they are literals in it. */
function shownBy(node: Node | null): Text[] {
  if (!node) return []
  const inside = (...keys: string[]) => keys.flatMap((key) => shownBy(node[key] as Node | null))
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [{ text: node['value'], at: node.start }] : []
    case 'TemplateLiteral':
      return [{ text: templateText(node), at: node.start }]
    case 'JSXExpressionContainer':
      return inside('expression')
    case 'ConditionalExpression':
      return inside('consequent', 'alternate')
    case 'LogicalExpression':
    case 'BinaryExpression':
      return node['operator'] === '===' || node['operator'] === '!==' ? [] : inside('left', 'right')
    default:
      return []
  }
}

function textsOf(node: Node): Text[] {
  if (node.type === 'JSXText') return [{ text: node['value'] as string, at: node.start }]
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return (node['children'] as Node[]).filter(({ type }) => type === 'JSXExpressionContainer').flatMap(shownBy)
  const name = (node['name'] as Node | undefined)?.['name']
  if (node.type !== 'JSXAttribute' || typeof name !== 'string' || !spokenAttributes.has(name)) return []
  return shownBy(node['value'] as Node | null)
}

/** Exempts a file that no visitor ever sees; the reason follows the colon. */
const exempt = /^\/\* i18n-exempt: \S.*\*\//

function rawTextOf(file: string, source: string): Problem[] {
  if (exempt.test(source)) return []
  const found: Text[] = []
  walk(parse(file, source).program, (node) => found.push(...textsOf(node)))
  const raw = found.filter(({ text }) => /\p{L}/u.test(text) && !allowed.has(text.trim()))
  return raw.map(({ text, at }) => ({
    file,
    line: lineAt(source, at + text.length - text.trimStart().length),
    message: `text outside the catalogues: '${text.trim().replaceAll(/\s+/g, ' ')}'`,
  }))
}

export function findRawText(root: string): Problem[] {
  const files = listFiles(root, 'apps/web/src').filter((file) => file.endsWith('.tsx') && !isTest(file))
  return files.flatMap((file) => rawTextOf(file, fs.readFileSync(path.join(root, file), 'utf8')))
}
