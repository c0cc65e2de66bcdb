/** Runs axe on a page. */
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { notes } from './axe-notes.ts'
import { contrastFaults } from './contrast.ts'

/** Without comments, which are more than half of what each page would have to read. */
const source = fs.readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Returns axe's findings. `strict` includes what axe could not decide and axe-notes.ts does not explain. */
export async function findings(page: Page, strict: boolean) {
  const { violations, incomplete } = await lookAt(page, strict ? ['violations', 'incomplete'] : ['violations'])
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, help, html, failureSummary })),
  )
  if (!strict) return faults
  const undecided = incomplete.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, target, any }) => ({ id, help, html, target: target.join(' '), why: any[0]?.message })),
  )
  const open: Undecided[] = []
  for (const one of undecided) if (!(await isNoted(page, one))) open.push(one)
  // Contrast that axe cannot work out is measured by pixels.
  const unclear = open.filter(({ id }) => id === 'color-contrast')
  const measured = await contrastFaults(
    page,
    unclear.map(({ target }) => target),
  )
  const pale = unclear.flatMap((one, nr) => (measured[nr] ? [{ ...one, fault: measured[nr] }] : []))
  return [...faults, ...open.filter((one) => !unclear.includes(one)), ...pale]
}

/** Runs axe without descriptions of what passes, and injects it once per page: both save most of the time. */
async function lookAt(page: Page, resultTypes: axe.resultGroups[]): Promise<axe.AxeResults> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const options: axe.RunOptions = { runOnly: { type: 'tag', values: tags }, resultTypes }
  return page.evaluate(
    (given) => (globalThis as unknown as Window & { axe: typeof axe }).axe.run(document, given),
    options,
  )
}

interface Undecided {
  id: string
  target: string
}

async function isNoted(page: Page, { id, target }: Undecided): Promise<boolean> {
  const selectors = notes.filter(({ rule }) => rule === id).map(({ within }) => within)
  if (selectors.length === 0) return false
  return page.evaluate(([at, within]) => Boolean(document.querySelector(at)?.closest(within)), [
    target,
    selectors.join(', '),
  ] as const)
}
