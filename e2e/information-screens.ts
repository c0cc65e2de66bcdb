/** Screens of articles, terms and statements. */
import { expect } from '@playwright/test'
import { answer, at, type Screen, screen } from './screen.ts'

export const informationScreens: Screen[] = [
  screen('laws and rules, everything unfolded', 'visitor', async (person) => {
    await person.open('/laws-rules')
    for (const topic of ['passengers', 'insurance', 'tax', 'safety'])
      await person.page.locator(`#${topic} > summary`).click()
    await expect(person.page.getByText(person.t('laws.tax_dk'))).toBeVisible()
  }),
  at('terms', 'visitor', '/terms', ({ t }) => t('terms.updated')),
  at('green mission', 'visitor', '/green-mission', ({ t }) => t('green.figures_note')),
  screen('green mission with figures of its own', 'newcomer', async (person) => {
    // Opens another page first, because the figures otherwise come with the page.
    await answer(person, '/api/v1/figures', { shared_trips: 12_345, shared_km: 1_234_567 })
    await person.open('/terms')
    await person.page
      .getByRole('contentinfo')
      .getByRole('link', { name: person.t('nav.green') })
      .click()
    await expect(person.page.getByText(person.t('green.real_note'))).toBeVisible()
  }),
  at('privacy statement', 'visitor', '/privacy', ({ t }) => t('policy.technical_text')),
  screen('dark by choice', 'visitor', async (person) => {
    await person.page.context().addCookies([{ name: 'theme', value: 'dark', url: person.server.url }])
    await person.open('/search')
    await expect(person.page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await person.page.context().clearCookies({ name: 'theme' })
  }),
  screen('light by choice', 'visitor', async (person) => {
    await person.page.context().addCookies([{ name: 'theme', value: 'light', url: person.server.url }])
    await person.open('/search')
    await expect(person.page.locator('html')).toHaveAttribute('data-theme', 'light')
    await person.page.context().clearCookies({ name: 'theme' })
  }),
  at('accessibility statement', 'visitor', '/accessibility', ({ t }) => t('accessibility.gap_map')),
]
