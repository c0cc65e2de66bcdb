/** Screens of help and support: articles, the form, own requests, the assistant, and the help button of the front page. */
import { expect } from '@playwright/test'
import type { Person } from './person.ts'
import { at, screen, type Screen } from './screen.ts'
import { refusal } from './watch.ts'

/** Opens the assistant without a conversation, and ends the conversation for the screen that follows. */
async function openChat(person: Person) {
  await person.help.open('chat')
  await person.page.evaluate(() => addEventListener('pagehide', () => sessionStorage.removeItem('assistant')))
  await person.help.openChat()
}

const assistant = (name: string, open: (person: Person) => Promise<unknown>): Screen =>
  screen(name, 'visitor', async (person) => {
    await openChat(person)
    await open(person)
  })

export const helpScreens: Screen[] = [
  at('knowledge base', 'visitor', '/help-support', ({ t }) => t('help.create_a_ride_title')),
  at('knowledge base, found', 'visitor', '/help-support?q=112', ({ t }) => t('helpdesk.category_safety')),
  at('knowledge base, nothing found', 'visitor', '/help-support?q=qwertzuiop', ({ t }) => t('helpdesk.empty_title')),
  at('help article', 'visitor', '/help-support/children', ({ t }) => t('helpdesk.unanswered')),
  screen('unknown help article', 'visitor', async (person) => {
    person.watch.allow(refusal(404))
    await person.open('/help-support/no-such-article')
    await expect(person.heading).toContainText(person.t('pages.not_found'))
  }),
  screen('support form with errors', 'visitor', async (person) => {
    await person.help.open('contact')
    await person.help.field('support.type').selectOption('report_user')
    await person.help.send.click()
    await expect(person.page.getByText(person.t('fields.required')).first()).toBeVisible()
  }),
  at('support form of a member', 'newcomer', '/help-support?tab=contact', ({ t }) => t('support.email_own')),
  at('own requests, signed out', 'visitor', '/help-support?tab=requests', ({ t }) => t('support.login_text')),
  at('no requests yet', 'newcomer', '/help-support?tab=requests', ({ t }) => t('support.empty_title')),
  screen('own request with its messages', 'passenger', async (person, { supportRequest }) => {
    await person.open(`/help-support?tab=requests&request=${supportRequest}`)
    await expect(person.help.talk.getByText('Det står under Mine turer.')).toBeVisible()
  }),
  at('live chat', 'visitor', '/help-support?tab=chat', ({ t }) => t('helpdesk.chat_title')),
  assistant('assistant with an answer', (person) =>
    person.help.log.getByRole('button', { name: person.t('help.cancellation_title') }).click(),
  ),
  assistant('assistant that finds nothing twice', async ({ help, t, page }) => {
    await help.ask('asdf qwer zxcv')
    await help.ask('blorptang')
    await expect(page.getByText(t('helpdesk.escalate'))).toBeVisible()
  }),
  screen('help dialog of the front page', 'visitor', async (person) => {
    await person.open('/')
    await person.page.keyboard.press('Shift')
    await person.help.helpButton.click()
    await person.help.helpDialog.getByRole('button', { name: person.t('help.emergency_title') }).click()
    await expect(person.help.helpDialog.getByRole('region', { name: person.t('help.emergency_title') })).toBeVisible()
  }),
]
