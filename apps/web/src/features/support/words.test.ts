import { supportStatuses } from '@samtur/contract/support'
import { expect, test } from 'vitest'
import { availableLanguages, createTranslator, loadCatalogues } from '@samtur/i18n/translate'

test('a status of a support request has one word, for its person and for administrators', async () => {
  for (const language of availableLanguages) {
    const t = createTranslator(language, await loadCatalogues(language, ['support', 'admin_support']))
    for (const status of supportStatuses) {
      const words = [t(`support.status_${status}`), t(`admin_support.status.${status}`)]
      expect(new Set(words.map((word) => word.toLowerCase())), `${language} ${status}`).toHaveLength(1)
    }
    // It agrees with its noun in gender and number.
    const progress = [t('support.status_in_progress'), t('admin_support.count.in_progress')]
    expect(new Set(progress.map((word) => word.toLowerCase())), language).toHaveLength(1)
    if (language === 'no' || language === 'da')
      expect(t('admin_support.mark_in_progress'), language).toContain('under behandling')
  }
})
