/** The articles. No React. */
import { helpArticles, type HelpCategory, type HelpSlug } from '@samtur/contract/help'
import type { Translate } from '@samtur/i18n/translate'
import { articleTexts, type Contact } from './article-texts.ts'

export interface Article {
  slug: HelpSlug
  category: HelpCategory
  title: string
  text: string
}

export function readArticles(t: Translate, contact: Contact): Article[] {
  return helpArticles.map(({ slug, category }) => ({ slug, category, ...articleTexts(t, slug, contact) }))
}

/** A list with bullets, or ordered steps. */
export type ListKind = 'list' | 'steps'
export type Block = { kind: 'text'; text: string } | { kind: ListKind; items: string[] }

/** Splits a text at empty lines. Lines that begin with a dash are a list, lines that begin with '1.' are steps. */
export function blocksOf(text: string): Block[] {
  return text.split(/\n{2,}/).flatMap((part) => {
    const blocks: Block[] = []
    for (const line of part.split('\n').filter((each) => each.trim() !== '')) addLine(blocks, line)
    return blocks
  })
}

function addLine(blocks: Block[], line: string) {
  const [, mark, item] = /^\s*(-|\d+\.) (.*)$/.exec(line) ?? []
  if (item === undefined) {
    blocks.push({ kind: 'text', text: line.trim() })
    return
  }
  const kind: ListKind = mark === '-' ? 'list' : 'steps'
  const last = blocks.at(-1)
  if (last && last.kind !== 'text' && last.kind === kind) last.items.push(item)
  else blocks.push({ kind, items: [item] })
}

/** Returns the lines of a text without their marks. */
export const linesOf = (text: string): string[] =>
  blocksOf(text).flatMap((block) => (block.kind === 'text' ? [block.text] : block.items))
