import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as Translating from '@samtur/i18n/translate'
import type { CatalogueName, Language } from '@samtur/i18n/translate'
import { storedLanguage } from './language-choice.ts'

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

beforeEach(() => {
  broken = []
  localStorage.clear()
  document.cookie = 'language=; Max-Age=0; Path=/'
  vi.resetModules()
})

describe('a stored choice', () => {
  test('wins over the language in the page from the server', async () => {
    localStorage.setItem('language', 'no')
    const i18n = await import('./i18n.ts')
    expect(i18n.currentLanguage()).toBe('no')
  })

  test('in the cookie is used where the storage has none', () => {
    document.cookie = 'language=no; Path=/'
    expect(storedLanguage()).toBe('no')
  })

  test('that is not one of our languages is ignored', () => {
    localStorage.setItem('language', 'tlh')
    document.cookie = 'language=constructor; Path=/'
    expect(storedLanguage()).toBeUndefined()
  })
})

describe('choosing', () => {
  test('shows the language, sets it on the document and stores it', async () => {
    const i18n = await import('./i18n.ts')
    await i18n.needCatalogues(['core'])
    await i18n.setLanguage('no')
    expect(i18n.translate()('core.save')).toBe('Lagre')
    expect(document.documentElement.lang).toBe('no')
    expect(document.documentElement.dir).toBe('ltr')
    expect(localStorage.getItem('language')).toBe('no')
    expect(document.cookie).toContain('language=no')
  })

  test('nothing is stored before a choice', async () => {
    const i18n = await import('./i18n.ts')
    await i18n.needCatalogues(['core'])
    expect(localStorage.getItem('language')).toBeNull()
    expect(document.cookie).not.toContain('language')
  })

  test('a catalogue that loads during the change is in the new language', async () => {
    const i18n = await import('./i18n.ts')
    await i18n.needCatalogues(['core'])
    const change = i18n.setLanguage('no')
    await i18n.needCatalogues(['nav'])
    expect(i18n.translate()('nav.rides')).toBe('Turer')
    await change
    expect(i18n.translate()('core.save')).toBe('Lagre')
    expect(i18n.translate()('nav.rides')).toBe('Turer')
  })
})

describe('what fails to load', () => {
  async function english() {
    const i18n = await import('./i18n.ts')
    void i18n.showLanguage('en')
    return i18n
  }

  test('a page’s missing catalogue leaves the other texts, and is loaded again', async () => {
    broken = ['rides']
    const { needCatalogues, translate } = await english()
    const [frame, page] = await Promise.allSettled([needCatalogues(['core', 'errors']), needCatalogues(['rides'])])
    expect([frame.status, page.status]).toEqual(['fulfilled', 'rejected'])
    expect(translate()('core.retry')).toBe('Try again')
    broken = []
    await needCatalogues(['rides'])
    expect(translate()('rides.load_failed')).not.toBe('rides.load_failed')
    expect(translate()('core.retry')).toBe('Try again')
  })

  test('a language that fails to load completely does not replace the current one', async () => {
    const { currentLanguage, needCatalogues, setLanguage, translate } = await english()
    await needCatalogues(['core'])
    broken = ['no']
    await expect(setLanguage('no')).rejects.toThrow('gone')
    expect(currentLanguage()).toBe('en')
    await needCatalogues(['nav'])
    expect([currentLanguage(), translate()('core.retry')]).toEqual(['en', 'Try again'])
  })
})
