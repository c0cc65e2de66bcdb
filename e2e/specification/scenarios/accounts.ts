import type { Person } from '../../person.ts'
import { refusal } from '../../watch.ts'
import type { accounts } from '../accounts.ts'
import { failing, scenario, type Scenarios } from '../scenario.ts'

let accountsMade = 0
const password = 'elgtur-i-fjellet'
const address = () => `spes-${process.pid}-${++accountsMade}@example.no`

async function makeAccount({ server }: Person): Promise<string> {
  const email = address()
  await server.account({ name: 'Kari Nordmann', email, password })
  return email
}

async function signUp(person: Person, email: string) {
  const { auth } = person
  await person.open('/auth')
  await auth.fillSignUp()
  await auth.field('accounts.email').fill(email)
  await auth.submit('accounts.sign_up').click()
}

async function signIn(person: Person, email: string, typed = password) {
  person.watch.allow(refusal(401))
  await person.open('/auth')
  await person.auth.signIn(typed, email)
}

async function forget(person: Person, email: string) {
  await signIn(person, email, 'feil-passord')
  await person.auth.button('accounts.forgot_password').click()
}

/** Opens the link of a mail. */
async function openReset(person: Person) {
  const { page, auth, server } = person
  const email = await makeAccount(person)
  await forget(person, email)
  await person.expectToast(person.t('accounts.reset_sent'))
  const link = await auth.mailed('mails.reset_subject', /https?:\/\/\S+reset-password\/\S+/, email)
  await page.goto(link)
  await page.waitForURL(`${server.url}/reset-password`)
}

const choose =
  (first: string, second = first) =>
  async (person: Person) => {
    await openReset(person)
    await person.auth.choosePassword(first, second)
  }

/** Signs the person out afterwards, for the next test with this browser. */
const signedOut = (open: (person: Person) => Promise<unknown>) =>
  scenario('visitor', async (person) => {
    await person.context.clearCookies()
    await open(person)
  })

export const accountScenarios: Scenarios<typeof accounts> = {
  'signing up': signedOut(async (person) => {
    await person.open('/auth')
    await person.auth.tab('accounts.sign_up').click()
  }),
  'signing up without the terms': signedOut(async (person) => {
    await person.open('/auth')
    await person.auth.tab('accounts.sign_up').click()
    await person.auth.submit('accounts.sign_up').click()
  }),
  'an address that has an account': signedOut(async (person) => {
    person.watch.allow(refusal(409, 422))
    await signUp(person, await makeAccount(person))
  }),
  'signing up that failed': signedOut(async (person) => {
    await failing(person, 'POST', 'auth/sign-up/email')
    await signUp(person, address())
  }),
  'signed up': signedOut((person) => signUp(person, address())),
  'a wrong password': signedOut(async (person) => signIn(person, await makeAccount(person), 'feil-passord')),
  'signing in that failed': signedOut(async (person) => {
    await failing(person, 'POST', 'auth/sign-in/email')
    await signIn(person, address())
  }),
  'signed in': signedOut(async (person) => signIn(person, await makeAccount(person))),
  'a forgotten password without an address': signedOut(async (person) => {
    await signIn(person, address())
    await person.auth.field('accounts.email').fill('')
    await person.auth.button('accounts.forgot_password').click()
  }),
  'a link that was not sent': signedOut(async (person) => {
    await failing(person, 'POST', 'auth/request-password-reset')
    await forget(person, address())
  }),
  'a link that was sent': signedOut(async (person) => forget(person, await makeAccount(person))),
  'two different passwords': signedOut(choose('elgtur-i-dalen', 'elgtur-i-skogen')),
  'a short password': signedOut(choose('elg')),
  'a password that was not stored': signedOut(async (person) => {
    await failing(person, 'POST', 'auth/reset-password')
    await choose('elgtur-i-dalen')(person)
  }),
  'a new password': signedOut(choose('elgtur-i-dalen')),
}
