/** The list of blocked people: shown, lifted, and blocked again. */
import { expect, test } from '../fixtures.ts'

test('a person finds a block on the list, lifts it, and undoes that', async ({ newPerson, server }) => {
  const account = await server.member('Kari Blokkerer')
  const kari = await newPerson('no', { member: account })
  const per = await server.member('Per Plagsom')
  const ola = await server.member('Ola Omsider')
  const { t, page, nav, security } = kari

  // A list that fails to load can be tried again.
  kari.watch.allow(/ERR_FAILED/)
  await page.route('**/api/v1/me/blocks', (route) => route.abort())
  await kari.open('/blocked')
  await expect(page.getByRole('alert').getByText(t('blocks.load_failed'))).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: t('core.retry') }).click()
  await expect(page.getByRole('heading', { name: t('blocks.empty_title') })).toBeVisible()
  for (const { id } of [per, ola]) await server.call(account, 'PUT', `/me/blocks/${id}`)

  await nav.link('nav.profile').click()
  await page.getByRole('link', { name: t('settings.blocked') }).click()
  await expect(kari.heading).toHaveText(t('blocks.title'))
  await expect(kari.heading).toBeFocused()
  await expect(security.blocked('Per Plagsom')).toBeVisible()
  await security.unblock('Per Plagsom').click()
  await kari.expectToast(t('blocks.unblocked', { name: 'Per Plagsom' }))
  await expect(security.blocked('Per Plagsom')).toHaveCount(0)
  await expect(security.blocked('Ola Omsider')).toBeVisible()
  const blocks = async () => (await server.call<{ items: unknown[] }>(account, 'GET', '/me/blocks')).items.length
  expect(await blocks()).toBe(1)

  await page
    .getByRole('region', { name: t('core.messages') })
    .getByRole('button', { name: t('blocks.undo') })
    .click()
  await kari.expectToast(t('blocks.blocked_again', { name: 'Per Plagsom' }))
  await expect(security.blocked('Per Plagsom')).toBeVisible()
  expect(await blocks()).toBe(2)

  await security.unblock('Per Plagsom').press('Enter')
  await expect(security.blocked('Per Plagsom')).toHaveCount(0)
  await security.unblock('Ola Omsider').press('Enter')
  await expect(page.getByRole('heading', { name: t('blocks.empty_title') })).toBeVisible()
  expect(await blocks()).toBe(0)
})
