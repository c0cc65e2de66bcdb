import { beforeEach, expect, test, vi } from 'vitest'
import type * as Translating from '@samtur/i18n/translate'
import type { CatalogueName, Language } from '@samtur/i18n/translate'

/** Catalogues that fail to load: by name, or by language. */
let broken: string[] = []

vi.mock('@samtur/i18n/translate', async (original) => {
  const real = await original<typeof Translating>()
  const loadCatalogues = async (language: Language, names: readonly CatalogueName[]) => {
    if ([language, ...names].some((name) => broken.includes(name))) throw new TypeError('gone')
    return real.loadCatalogues(language, names)
  }
  return { ...real, loadCatalogues }
})

/** Loads the modules again, as in a new page. */
async function fresh() {
  vi.resetModules()
  const i18n = await import('./i18n.ts')
  void i18n.showLanguage('en')
  return i18n
}

beforeEach(() => {
  broken = []
})

test('a page’s missing catalogue leaves the other texts, and is loaded again', async () => {
  broken = ['rides']
  const { needCatalogues, translate } = await fresh()
  const [frame, page] = await Promise.allSettled([needCatalogues(['core', 'errors']), needCatalogues(['rides'])])
  expect([frame.status, page.status]).toEqual(['fulfilled', 'rejected'])
  expect(translate()('core.retry')).toBe('Try again')
  broken = []
  await needCatalogues(['rides'])
  expect(translate()('rides.load_failed')).not.toBe('rides.load_failed')
  expect(translate()('core.retry')).toBe('Try again')
})

test('a language that fails to load completely does not replace the current one', async () => {
  const { currentLanguage, needCatalogues, setLanguage, translate } = await fresh()
  await needCatalogues(['core'])
  broken = ['no']
  await expect(setLanguage('no')).rejects.toThrow('gone')
  expect(currentLanguage()).toBe('en')
  await needCatalogues(['nav'])
  expect([currentLanguage(), translate()('core.retry')]).toEqual(['en', 'Try again'])
})
