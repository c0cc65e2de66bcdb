/** Apps of others on the service interface: a mailed link opens a page of ours, which leads the person back into the app. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createProgram } from '../../apps/interface/test/client.ts'
import { expect, test as base } from '../fixtures.ts'
import type { Person } from '../person.ts'
import { startServer, type Server } from '../server.ts'

const confirmLink = /https?:\/\/\S+\/confirm\?\S+/
const resetLink = /https?:\/\/\S+reset-password\/\S+/
/** Opens an app that is installed on the device, and no page. */
const installed = 'no.example.app://signed-in'

interface Setup {
  server: Server
  /** Where the app on the web continues. */
  website: string
}

const test = base.extend<object, { setup: Setup }>({
  setup: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures a test uses
    async ({}, use) => {
      const app = createServer((_request, response) => {
        response
          .setHeader('content-type', 'text/html')
          .end('<!doctype html><title>App</title><link rel="icon" href="data:,">')
      })
      await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
      const website = `http://127.0.0.1:${(app.address() as AddressInfo).port}/signed-in`
      const env = { REDIRECT_URLS: `${website} ${installed}`, EMAIL_CODE_SIGN_IN: 'on' }
      const server = await startServer({ smtp: true, env })
      await use({ server, website })
      await server.close()
      await new Promise((resolve) => app.close(resolve))
    },
    { scope: 'worker' },
  ],
})

/** Waits for the app's page, and returns the code that it was opened with. */
async function codeAt({ page }: Person, website: string): Promise<string> {
  await page.waitForURL((url) => url.href.startsWith(`${website}?code=`))
  await expect(page).toHaveTitle('App')
  return new URL(page.url()).searchParams.get('code') ?? ''
}

/** Checks that no other host was visited than the app's. */
function expectOnlyVisits({ watch }: Person, app: string) {
  expect(watch.take().filter((problem) => !problem.includes(app))).toEqual([])
}

/** Signs the person up in an app, which continues at `address`. */
async function signUpIn({ server, email, password, name }: Person, address: string) {
  const program = createProgram(server, 'pkce')
  const options = { emailRedirectTo: address, data: { full_name: name, locale: 'no' } }
  expect((await program.auth.signUp({ email, password, options })).error).toBeNull()
  return program
}

/** Opens the mailed link in a browser that the app knows nothing of, and confirms with the sign-up's password. */
async function confirmByPassword({ page, auth, password, t }: Person) {
  await page.goto(await auth.mailed('mails.confirm_subject', confirmLink))
  await auth.field('accounts.password').fill(password)
  await page.getByRole('button', { name: t('accounts.confirm_button') }).click()
}

const letFlowsExpire = ({ db }: Server) =>
  db.kysely
    .updateTable('auth_flow')
    .set({ expires_at: new Date(Date.now() - 60_000) })
    .execute()

test('a person signs up in an app, forgets the password, and mailed links lead back into the app', async ({
  newPerson,
  setup: { server, website },
}) => {
  const person = await newPerson('no', { server })
  const { auth, page, email } = person
  const app = await signUpIn(person, website)
  await confirmByPassword(person)
  const { data, error } = await app.auth.exchangeCodeForSession(await codeAt(person, website))
  expect([error, data.user?.email]).toEqual([null, email])
  // The session is the app's: this browser has none.
  await person.open('/')
  await expect(person.nav.signIn).toBeVisible()

  expect((await app.auth.resetPasswordForEmail(email, { redirectTo: website })).error).toBeNull()
  await page.goto(await auth.mailed('mails.reset_subject', resetLink))
  await auth.choosePassword('elgtur-i-fjellet')
  const recovered = await app.auth.exchangeCodeForSession(await codeAt(person, website))
  expect([recovered.error, recovered.data.user?.email]).toEqual([null, email])
  const elsewhere = createProgram(server)
  const signedIn = await elsewhere.auth.signInWithPassword({ email, password: 'elgtur-i-fjellet' })
  expect(signedIn.error).toBeNull()
  expectOnlyVisits(person, website)
})

test('a link to sign in with opens an installed app, and the page stays with a way to open it again', async ({
  newPerson,
  setup: { server },
}) => {
  const person = await newPerson('no', { server })
  const { auth, page, email, t } = person
  person.watch.allow(/does not have a registered handler/)
  await server.account(person)
  const app = createProgram(server, 'pkce')
  const options = { emailRedirectTo: installed, shouldCreateUser: false }
  expect((await app.auth.signInWithOtp({ email, options })).error).toBeNull()
  await page.goto(await auth.mailed('mails.sign_in_subject', confirmLink))
  await expect(person.heading).toHaveText(t('accounts.sign_in'))
  await auth.submit('accounts.sign_in').click()
  await expect(page.getByRole('heading', { name: t('accounts.to_app_title') })).toBeFocused()
  const address = await page.getByRole('link', { name: t('accounts.to_app_button') }).getAttribute('href')
  expect(address).toMatch(/^no\.example\.app:\/\/signed-in\?code=/)
  const code = new URL(address ?? '').searchParams.get('code') ?? ''
  const { data, error } = await app.auth.exchangeCodeForSession(code)
  expect([error, data.user?.email]).toEqual([null, email])
  expectOnlyVisits(person, installed)
})

test('an app whose flow has run out leaves the person signed in here', async ({
  newPerson,
  setup: { server, website },
}) => {
  const person = await newPerson('no', { server })
  const { auth, page, t, nav, email } = person
  await signUpIn(person, website)
  await auth.mailed('mails.confirm_subject', confirmLink)
  await letFlowsExpire(server)
  await confirmByPassword(person)
  await person.expectToast(t('accounts.confirmed_title'))
  await expect(nav.signOut).toBeVisible()
  await nav.signOut.click()
  await expect(nav.signIn).toBeVisible()
  await expect(page).toHaveURL('/')

  await createProgram(server, 'pkce').auth.resetPasswordForEmail(email, { redirectTo: website })
  const link = await auth.mailed('mails.reset_subject', resetLink)
  await letFlowsExpire(server)
  await page.goto(link)
  await auth.choosePassword('elgtur-i-fjellet')
  await person.expectToast(t('accounts.reset_done_signed_in'))
  await expect(page).toHaveURL('/')
  await expect(nav.signOut).toBeVisible()
})
