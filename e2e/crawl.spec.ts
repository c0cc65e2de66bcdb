/** Opens every address of every role: title, heading, landmarks, and text in that language only. */
import type { Page } from '@playwright/test'
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { languages } from '@samtur/i18n/translate'
import { addressesFor, nameOf, roles, shownTo, type Address, type Role } from './crawl/addresses.ts'
import { readContents, type PageContents } from './crawl/contents.ts'
import { foreignTo, squeezed, type Foreign } from './crawl/foreign.ts'
import { createPerson, expect } from './fixtures.ts'
import { patient } from './patience.ts'
import type { Person } from './person.ts'
import { datasetTest as test } from './actors.ts'
import { everyLanguage, missingText, type Language } from './texts.ts'
import type { Dataset } from './dataset.ts'

/** 400 % zoom of a small laptop, so that content wider than the window is found as well. */
const narrowest = { width: 320, height: 568 }
const phone = { width: 360, height: 800 }

test.describe.configure({ timeout: patient(180_000) })

const all = Object.keys(languages) as Language[]
/** The languages in which a role's pages are opened: visitors' in all, the others' in both directions of writing. */
const languagesOf = (role: Role): Language[] => (role === 'visitor' || everyLanguage ? all : ['no', 'ar'])

for (const role of roles) {
  for (const language of languagesOf(role)) {
    test(`the ${role}'s pages (${language})`, async ({ browser, server, dataset }) => {
      const member = role === 'visitor' ? {} : { member: dataset[role] }
      const options = { viewport: narrowest, reducedMotion: 'reduce' as const, ...member }
      const person = await createPerson(browser, server, language, options)
      const foreign = await foreignTo(language, writtenIn(dataset))
      await person.open('/terms')
      for (const address of addressesFor(role)) await look({ person, dataset, role, address, foreign })
      await person.close()
    })
  }
}

/** Returns names and labels, where nothing can mark the text as written by a person. */
function writtenIn(dataset: Dataset): string[] {
  const names = Object.values(dataset).flatMap((each: Dataset[keyof Dataset]) =>
    typeof each === 'string' ? [] : each.name,
  )
  return [...names, 'Aleksandra Wiśniewska-Kowalczyk', 'Hvor finner jeg bilskiltet?']
}

interface Look {
  person: Person
  dataset: Dataset
  role: Role
  address: Address
  foreign: Foreign
}

async function look({ person, dataset, role, address, foreign }: Look) {
  const { page, t, watch } = person
  const path = typeof address.path === 'string' ? address.path : address.path(dataset)
  const shown = shownTo(role, address)
  const title = squeezed(nameOf(shown.title, person, dataset))
  const heading = squeezed(nameOf(shown.heading, person, dataset))
  if (address.allow) watch.allow(address.allow)
  const anew = role === 'visitor' && isLoaded(address, person.language)
  if (anew) await person.open(path)
  else await follow(person, path)
  const contents = await readContents(page, {
    title,
    heading,
    loading: t('core.loading'),
  })
  const problems = [...watch.take(), ...problemsOf(contents, person, foreign)]
  // In Norwegian the accessibility scans do so.
  if (person.language === 'ar') problems.push(...(await sideways(page, phone)))
  // The marks that keep names whole in Arabic.
  if (!contents.title.replaceAll(/[\u2068\u2069]/g, '').includes(title))
    problems.push(`the title is '${contents.title}', not '${title}'`)
  const [h1] = contents.headings.filter(({ level }) => level === 1)
  if (!squeezed(h1?.text ?? '').includes(heading)) problems.push(`the heading is '${h1?.text}', not '${heading}'`)
  expect.soft(problems, path).toEqual([])
  // After a page change the focus is on the heading, where a screen reader continues; on one that appears late a moment after it.
  const focus = () => page.evaluate(() => document.activeElement?.tagName)
  if (!anew) await expect.soft.poll(focus, { message: path, timeout: patient(2_000) }).toBe('H1')
}

const isLoaded = ({ anew }: Address, language: Language) => anew === 'always' || (language === 'no' && !anew)

/** Changes the page as a link does, without a reload. */
async function follow({ page }: Person, path: string) {
  await page.evaluate((address) => {
    // Empties the title, so that the one of the page before is not taken for this page's.
    document.title = ''
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Returns a problem where the page is wider than a window of that size. */
async function sideways(page: Page, size: typeof phone): Promise<string[]> {
  await page.setViewportSize(size)
  // What is drawn anew for another width is there in the next frame but one.
  const width = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return document.documentElement.scrollWidth
  })
  await page.setViewportSize(narrowest)
  return width > size.width ? [`${width} px wide in a window of ${size.width} px`] : []
}

function problemsOf(contents: PageContents, { t, language }: Person, foreign: Foreign): string[] {
  const { lang, dir, title, headings, landmarks, first, own, all, wide } = contents
  const problems: string[] = []
  const check = (fine: boolean, problem: string) => void (fine || problems.push(problem))
  check(lang === language, `lang=${lang}`)
  check(dir === languages[language].dir, `dir=${dir}`)
  check(title.endsWith(PRODUCT_NAME), `title '${title}'`)
  check(headings.filter(({ level }) => level === 1).length === 1, 'not one h1')
  const inOrder = (at: number) => (headings[at]?.level ?? 1) <= (headings[at - 1]?.level ?? 0) + 1
  check(
    headings.every((_, at) => inOrder(at)),
    `levels ${headings.map(({ level }) => level).join(' ')}`,
  )
  check(
    Object.values(landmarks).every((count) => count === 1),
    `landmarks ${JSON.stringify(landmarks)}`,
  )
  check(first.href === '#main' && first.text === t('core.skip_to_content'), `first stop ${JSON.stringify(first)}`)
  problems.push(...wide.map((element) => `runs out sideways: ${element}`))
  problems.push(...all.filter((text) => missingText.test(text)).map((text) => `raw key: ${text}`))
  problems.push(...own.filter(foreign).map((text) => `in another language: ${squeezed(text)}`))
  return problems
}
