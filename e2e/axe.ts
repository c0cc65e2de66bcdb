/** What axe finds on a page. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { notes } from './axe-notes.ts'
import { contrastFaults } from './contrast.ts'

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
  const open: Undecided[] = []
  for (const one of undecided) if (!(await isNoted(page, one))) open.push(one)
  // What axe cannot work out can be measured.
  const unclear = open.filter(({ id }) => id === 'color-contrast')
  const measured = await contrastFaults(
    page,
    unclear.map(({ target }) => target),
  )
  const pale = unclear.flatMap((one, nr) => (measured[nr] ? [{ ...one, fault: measured[nr] }] : []))
  return [...faults, ...open.filter((one) => !unclear.includes(one)), ...pale]
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
