import { beforeEach, describe, expect, test, vi } from 'vitest'
import { matchLanguage } from '@samtur/i18n/translate'
import { storedLanguage } from './language-choice.ts'

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'language=; Max-Age=0; Path=/'
  vi.resetModules()
})

describe('the browser’s preference', () => {
  test.each([
    [['nb-NO', 'en'], 'no'],
    [['nn'], 'no'],
    [['no'], 'no'],
    [['en-US'], 'en'],
    [['fi', 'nb'], 'no'],
    [['xx'], 'en'],
    [[], 'en'],
  ] as const)('%s', (preference, language) => {
    expect(matchLanguage(preference)).toBe(language)
  })
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
