/** What axe finds on a page. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { notes } from './axe-notes.ts'
import { contrastFault } from './contrast.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** `strict`: also what axe could not decide and nobody has looked at yet. */
export async function findings(page: Page, strict: boolean) {
  // There are no frames: no need to gather what they answer.
  const { violations, incomplete } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode(true).analyze()
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, help, html, failureSummary })),
  )
  if (!strict) return faults
  const undecided = incomplete.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, target, any }) => ({ id, help, html, target: target.join(' '), why: any[0]?.message })),
  )
  const open: object[] = []
  for (const one of undecided) {
    if (await isNoted(page, one)) continue
    // What axe cannot work out can be measured.
    const measured = one.id === 'color-contrast'
    const fault = measured ? await contrastFault(page, page.locator(one.target).first()) : undefined
    if (!measured || fault) open.push({ ...one, fault })
  }
  return [...faults, ...open]
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
