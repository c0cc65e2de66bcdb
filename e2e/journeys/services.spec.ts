/** Sign-in with another service: linked on the security page, used, and unlinked. A real provider runs beside the server. */
import { createServer, type AddressInfo } from 'node:net'
import { startOidcService, type OidcService } from '../../apps/server/test/oidc.ts'
import { expect, test as base } from '../fixtures.ts'
import type { Person } from '../person.ts'
import type { Server } from '../server.ts'
import { testedIn } from '../texts.ts'
import { refusal } from '../watch.ts'

/** Returns a free port, because the provider needs the server's address before it listens. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

interface Setup {
  server: Server
  service: OidcService
}

type NewServer = (options: { env: Record<string, string> }) => Promise<Server>

/** Starts a provider, and a server that knows it. */
async function startBoth(newServer: NewServer, options: Partial<Parameters<typeof startOidcService>[0]> = {}) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const service = await startOidcService({ id: 'prove', client: url, ...options })
  const env = { PORT: `${port}`, PUBLIC_URL: url, OIDC_PROVIDERS: JSON.stringify([service.settings]) }
  return { service, server: await newServer({ env }) }
}

/** `naming` has a provider that confirms names and sends no address. */
const test = base.extend<{ setup: Setup; naming: Setup }>({
  setup: async ({ newServer }, use) => {
    const both = await startBoth(newServer)
    await use(both)
    await both.service.close()
  },
  naming: async ({ newServer }, use) => {
    const both = await startBoth(newServer, {
      id: 'vipps',
      scopes: { name: ['name', 'given_name', 'family_name'], birthDate: ['birthdate'] },
      settings: { name: 'Vipps', scopes: ['openid', 'name', 'birthDate'], confirms: 'name' },
    })
    await use(both)
    await both.service.close()
  },
})

/** Checks that only the visit to the provider leads to another host. */
function expectOnlyVisits({ watch }: Person, { issuer }: OidcService) {
  expect(watch.take().filter((problem) => !problem.includes(issuer))).toEqual([])
}

test('a service is linked, signs in, belongs to one account only, and is unlinked but as the last way in', async ({
  setup,
  newPerson,
}) => {
  const { server, service } = setup
  service.account = { sub: 'kari-der', email: 'kari@tjeneste.example', email_verified: true }
  const kari = await newPerson('no', { server, member: await server.memberWithPassword('Kari Tjeneste') })
  const { t, page, security, nav } = kari
  const services = security.part('security.services')
  const name = 'Prøve-ID'

  await security.open()
  await services.getByRole('button', { name: t('security.link_service', { name }) }).click()
  await kari.expectToast(t('security.linked', { name }))
  await expect(page).toHaveURL('/security')
  await expect(services).toContainText(t('security.service_linked'))
  await nav.signOut.click()
  await expect(nav.signIn).toBeVisible()
  await expect(page).toHaveURL('/')
  await kari.open('/auth?next=%2Fsecurity')
  await page.getByRole('button', { name: t('accounts.continue_with', { name }) }).click()
  await expect(page).toHaveURL('/security')
  await expect(services).toContainText(t('security.service_linked'))

  const ola = await newPerson('no', { server, member: await server.memberWithPassword('Ola Tjeneste') })
  await ola.security.open()
  const theirs = ola.security.part('security.services')
  await theirs.getByRole('button', { name: t('security.link_service', { name }) }).click()
  await expect(theirs.getByRole('alert')).toContainText(t('account_errors.already_linked'))
  await expect(ola.page).toHaveURL('/security')
  await expect(theirs.getByRole('button', { name: t('security.link_service', { name }) })).toBeVisible()

  await services.getByRole('button', { name: t('security.unlink_service', { name }) }).click()
  const question = page.getByRole('dialog', { name: t('security.unlink_title', { name }) })
  await question.getByRole('button', { name: t('security.unlink') }).click()
  await kari.expectToast(t('security.unlinked', { name }))
  await expect(services.getByRole('button', { name: t('security.link_service', { name }) })).toBeVisible()

  // Another account has no password, and at first no verified address at the service.
  const nora = await newPerson('no', { server, member: await server.member('Nora Tjeneste') })
  const hers = nora.security.part('security.services')
  service.account = { sub: 'nora-der', email: 'nora@tjeneste.example', email_verified: false }
  await nora.open('/security')
  await expect(nora.page.getByText(t('security.no_password_lead'))).toBeVisible()
  await hers.getByRole('button', { name: t('security.link_service', { name }) }).click()
  await expect(hers.getByRole('alert')).toContainText(t('security.link_failed'))
  service.account = { ...service.account, email_verified: true }
  await hers.getByRole('button', { name: t('security.link_service', { name }) }).click()
  await nora.expectToast(t('security.linked', { name }))
  for (const person of [kari, ola, nora]) expectOnlyVisits(person, service)
  nora.watch.allow(refusal(409))
  await hers.getByRole('button', { name: t('security.unlink_service', { name }) }).click()
  await nora.page
    .getByRole('dialog')
    .getByRole('button', { name: t('security.unlink') })
    .click()
  await nora.expectToast(t('account_errors.last_way_in'))
  await expect(hers).toContainText(t('security.service_linked'))
})

for (const language of testedIn('ar')) {
  test(`a service confirms the name by keyboard, and a new name loses the confirmation (${language})`, async ({
    naming,
    newPerson,
  }) => {
    const { server, service } = naming
    const nora = await newPerson(language, { server, member: await server.memberWithPassword('Nora Tjeneste') })
    const { t, page, security } = nora
    const services = security.part('security.services')
    const provider = 'Vipps'
    const confirmed = page.getByText(t('confirmed.badge', { provider, month: '' }).slice(0, -2))

    service.account = { sub: 'nora-der', name: 'Nora Marie Tjenesten', birthdate: '1990-05-17' }
    await security.open()
    await expect(services).toContainText(t('confirmed.offer', { provider }))
    await services.getByRole('button', { name: t('security.link_service', { name: provider }) }).focus()
    await page.keyboard.press('Enter')
    await nora.expectToast(t('security.linked', { name: provider }))
    await expect(services).toContainText(t('confirmed.names_differ', { provider }))

    service.account = { ...service.account, name: 'Nora Marie Tjeneste' }
    await services.getByRole('button', { name: t('confirmed.again_with', { provider }) }).focus()
    await page.keyboard.press('Enter')
    await expect(services).toContainText(t('confirmed.done'))
    await nora.open('/profile')
    await expect(confirmed).toBeVisible()

    await nora.open('/edit-profile')
    await expect(page.getByText(t('confirmed.done'))).toBeVisible()
    await page.getByRole('textbox', { name: t('profiles.full_name') }).fill('Nora Nytt Navn')
    await page.getByRole('button', { name: t('core.save') }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nora Nytt Navn')
    await expect(confirmed).toHaveCount(0)
    await security.open()
    await expect(services).toContainText(t('confirmed.open', { provider }))
    expectOnlyVisits(nora, service)
  })
}
