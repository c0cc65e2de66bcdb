/** Screens of sign-in methods, devices and the security settings. */
import { expect } from '@playwright/test'
import type { Person } from './person.ts'
import { answer, at, type Screen, screen } from './screen.ts'
import { refusal } from './watch.ts'

const noSecondFactor = { enabled: false, recovery_codes_left: 0, required: false }
const everyWayIn = {
  password: true,
  two_factor: { enabled: true, recovery_codes_left: 2, required: false },
  email_code: true,
  providers: [
    { id: 'vipps', name: 'Vipps', linked: true, name_state: 'names_differ' },
    { id: 'bankid', name: 'BankID', linked: false, name_state: 'open' },
    { id: 'google', name: 'Google', linked: false, name_state: null },
  ],
}

const signIns = {
  items: Array.from({ length: 7 }, (_, at) => ({
    id: String(at),
    at: `2026-11-${20 - at}T07:30:00.000Z`,
    device: {
      kind: at % 3 ? 'desktop' : 'mobile',
      browser: at % 3 ? 'Firefox' : 'Safari',
      system: at % 3 ? 'Linux' : 'iOS',
    },
    new_device: at === 0,
  })),
}

async function enrol(person: Person) {
  const totpURI = 'otpauth://totp/Samtur:kari%40example.no?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Samtur'
  const backupCodes = Array.from({ length: 10 }, (_, at) => `7hk2m-x9dq${at}`)
  await answer(person, '/api/v1/me/sign-in-methods', { ...everyWayIn, two_factor: noSecondFactor })
  await answer(person, '/api/auth/two-factor/enable', { totpURI, backupCodes })
  await person.security.open()
  await person.security.button('security.turn_on').click()
  await expect(person.security.dialog('security.enrol_title')).toBeVisible()
}

export const securityScreens: Screen[] = [
  at('security without a password', 'newcomer', '/security', ({ t }) => t('security.no_password_lead')),
  screen('security with everything', 'driver', async (person) => {
    await answer(person, '/api/v1/me/sign-in-methods', everyWayIn)
    await answer(person, '/api/v1/me/sign-ins', signIns)
    await person.security.open()
    await expect(person.page.getByText(person.t('security.few_codes'))).toBeVisible()
    await expect(person.security.signIns).toHaveCount(5)
    await expect(person.security.sessions.first()).toBeVisible()
  }),
  screen('security that failed', 'driver', async (person) => {
    person.watch.allow(/ERR_FAILED/)
    await person.page.route('**/api/v1/me/s*', (route) => route.abort())
    await person.open('/security')
    await expect(person.page.getByText(person.t('security.load_failed'))).toBeVisible()
    await expect(person.page.getByText(person.t('security.sessions_failed'))).toBeVisible()
    await expect(person.page.getByText(person.t('security.sign_ins_failed'))).toBeVisible()
  }),
  screen('change of password and address with errors', 'driver', async (person) => {
    await answer(person, '/api/v1/me/sign-in-methods', everyWayIn)
    await person.security.open()
    await person.security.button('security.change_password').click()
    await person.security.fillPassword('', 'abc', 'abcd')
    await person.security.button('security.change_email').click()
    await person.security.field('security.new_email').fill('ola@')
    await person.security.button('security.send_email_link').click()
    await expect(person.page.getByText(person.t('fields.email_invalid'))).toBeVisible()
  }),
  screen('question for the password', 'driver', async (person) => {
    await answer(person, '/api/v1/me/sign-in-methods', { ...everyWayIn, two_factor: noSecondFactor })
    await answer(person, '/api/auth/two-factor/enable', { code: 'reauthentication_required', request_id: 'x' }, 403)
    person.watch.allow(refusal(403))
    await person.security.open()
    await person.security.button('security.turn_on').click()
    await person.security.showPassword('')
    await expect(person.page.getByText(person.t('fields.password_required'))).toBeVisible()
  }),
  screen('question for a mailed code', 'newcomer', async (person) => {
    await answer(person, '/api/v1/me/sign-in-methods', { ...everyWayIn, two_factor: noSecondFactor })
    await answer(person, '/api/auth/two-factor/enable', { code: 'reauthentication_required', request_id: 'x' }, 403)
    await answer(person, '/api/v1/me/reauthenticate/code', { sent: true })
    person.watch.allow(refusal(403))
    await person.security.open()
    await person.security.button('security.turn_on').click()
    await person.page.getByRole('button', { name: person.t('security.code_instead') }).click()
    await expect(person.security.field('security.mailed_code')).toBeFocused()
  }),
  screen('question for a code of the second step', 'driver', async (person) => {
    await answer(person, '/api/v1/me/sign-in-methods', everyWayIn)
    await answer(person, '/api/v1/me/sessions/end', { code: 'reauthentication_required', request_id: 'x' }, 403)
    person.watch.allow(refusal(403))
    await person.security.open()
    await person.security.button('security.end_all').click()
    await person.security
      .dialog('security.end_all_title')
      .getByRole('button', { name: person.t('security.end_all') })
      .click()
    const dialog = person.security.dialog('security.again_title')
    await dialog.getByRole('button', { name: person.t('security.confirm') }).click()
    await expect(dialog.getByText(person.t('fields.code_required'))).toBeVisible()
  }),
  screen('new recovery codes without a code', 'driver', async (person) => {
    await answer(person, '/api/v1/me/sign-in-methods', everyWayIn)
    await person.security.open()
    await person.security.button('security.new_codes').click()
    await person.security.showFactor('security.new_codes_title', 'security.new_codes', '')
    await expect(person.page.getByText(person.t('fields.code_required'))).toBeVisible()
  }),
  screen('enrolling in a second step', 'driver', async (person) => {
    await enrol(person)
    await person.security
      .dialog('security.enrol_title')
      .getByRole('button', { name: person.t('security.turn_on') })
      .click()
    await expect(person.page.getByText(person.t('fields.code_required'))).toBeVisible()
  }),
  screen('recovery codes', 'driver', async (person) => {
    await enrol(person)
    await answer(person, '/api/auth/two-factor/verify-totp', { status: true })
    await person.security.field('security.app_code').fill('123456')
    await person.security
      .dialog('security.enrol_title')
      .getByRole('button', { name: person.t('security.turn_on') })
      .click()
    await expect(person.security.dialog('security.codes_title')).toBeVisible()
    await person.page.keyboard.press('Escape')
    await expect(person.page.getByText(person.t('security.codes_warning'))).toBeVisible()
  }),
]
