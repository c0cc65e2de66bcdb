/** One session in several tabs, and what the screen shows when it ends. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { patient } from '../patience.ts'
import type { Person } from '../person.ts'
import { refusal } from '../watch.ts'

/** Returns the navigation bar of another tab. */
const barOf = (page: Page, { t }: Person) => {
  const bar = page.getByRole('navigation', { name: t('nav.main') })
  return {
    signIn: bar.getByRole('link', { name: t('nav.login') }).filter({ visible: true }),
    signOut: bar.getByRole('button', { name: t('nav.logout') }).filter({ visible: true }),
  }
}

test(
  'signing in and out in one tab changes all tabs within two seconds',
  { tag: '@main' },
  async ({ newPerson, server }) => {
    const person = await newPerson('no')
    const { page, auth, context, t } = person
    await server.account(person)
    const other = await context.newPage()
    await other.goto(`${server.url}/terms`)
    const bar = barOf(other, person)
    await expect(bar.signIn).toBeVisible()

    await person.open('/auth')
    await auth.signIn()
    await expect(person.nav.signOut).toBeVisible()
    await expect(bar.signOut).toBeVisible({ timeout: patient(2_000) })

    await other.goto(`${server.url}/profile`)
    await expect(other.getByText(person.email)).toBeVisible()
    await other.evaluate(() => sessionStorage.setItem('draft', 'x'))
    // Requests and connections of the tabs may be refused while the session ends.
    person.watch.allow(refusal(401), /WebSocket connection to .*\/live' failed/)
    await person.nav.signOut.click()
    await expect(bar.signIn).toBeVisible({ timeout: patient(2_000) })
    await expect(other.getByText(person.email)).toHaveCount(0)
    await expect(other.getByText(t('core.signed_out'))).toBeVisible()
    // The other tab may first learn that the session is unknown, and then that it was ended on purpose.
    await expect.poll(() => other.evaluate(() => Object.keys(sessionStorage))).toEqual([])
    await expect(page).toHaveURL('/')
  },
)

test('what was typed is restored after signing in again', async ({ newPerson, server }) => {
  const member = await server.memberWithPassword('Kari Nordmann')
  const person = await newPerson('no', { member })
  const { page, auth, t } = person
  person.watch.allow(refusal(401))
  await person.open('/edit-profile')
  await page.getByLabel(t('profiles.address')).fill('Storgata 1, 0155 Oslo')
  // The session ends as the form is sent; earlier, another request of the page could lead to signing in before the press.
  await page.route('**/api/v1/me/profile', async (route) => {
    const ended = server.db.kysely.deleteFrom('auth_session').where('user_id', '=', member.id)
    if (route.request().method() === 'PATCH') await ended.execute()
    await route.continue()
  })
  await page.getByRole('button', { name: t('core.save') }).click()
  await expect(page).toHaveURL('/auth?next=%2Fedit-profile')
  await auth.signIn()
  await expect(page.getByLabel(t('profiles.address'))).toHaveValue('Storgata 1, 0155 Oslo')
})

test('signing in does not lead to another site', async ({ newPerson, server }) => {
  const person = await newPerson('no', { member: true })
  for (const target of ['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://evil.example/']) {
    await person.page.goto(`${server.url}/auth?${new URLSearchParams({ next: target })}`)
    await expect(person.page, target).toHaveURL('/')
  }
})
