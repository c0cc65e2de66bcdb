/** Help and support: articles, the form, own requests, the assistant. */
import { expect, test } from '../fixtures.ts'
import type { TestPerson } from '../../apps/server/test/sessions.ts'
import { makeAdmin, type Server } from '../server.ts'
import { mainIn, testedLanguages } from '../texts.ts'

interface Listed {
  items: { id: string; subject: string }[]
}

/** Returns the id of the request, as the administrator finds it. */
async function findRequest(server: Server, admin: TestPerson, subject: string): Promise<string> {
  const q = new URLSearchParams({ q: subject })
  const { items } = await server.call<Listed>(admin, 'GET', `/admin/support-requests?${q}`)
  const found = items.find((item) => item.subject === subject)
  if (!found) throw new Error(`no request '${subject}'`)
  return found.id
}

for (const language of testedLanguages) {
  const mark = `${language}${Date.now().toString(36)}`

  test(`a guest writes a support request (${language})`, mainIn(language), async ({ newPerson, server }) => {
    const guest = await newPerson(language)
    const { t, help, page, email } = guest
    await guest.open('/terms')
    await guest.nav.more.click()
    await guest.nav.bar.getByRole('link', { name: t('nav.help') }).click()
    await expect(guest.heading).toHaveText(t('helpdesk.title'))
    await expect(guest.heading).toBeFocused()
    await help.tab('contact').click()
    await expect(page).toHaveURL(/tab=contact/)

    await help.send.click()
    await guest.expectToast(t('support.missing_title'))
    await guest.expectToast(t('support.missing_text'))
    await expect(help.field('support.name')).toBeFocused()

    await help.field('support.name').fill('Ola Gjest')
    await help.field('support.email').fill(email)
    await help.field('support.type').selectOption('report_user')
    await expect(page.getByText(t('support.danger'))).toBeVisible()
    await help.fill({ subject: `Skjerf ${mark}`, description: 'Det er blått, og ligger i baksetet.' })
    await page.reload()
    await expect(help.field('support.subject')).toHaveValue(`Skjerf ${mark}`)

    // What was typed stays when sending fails.
    guest.watch.allow(/ERR_FAILED/)
    await page.route('**/api/v1/support-requests', (route) => route.abort())
    await help.send.click()
    await expect(
      page
        .getByRole('region', { name: t('core.messages') })
        .getByRole('alert')
        .last(),
    ).toBeVisible()
    await expect(help.field('support.description')).toHaveValue('Det er blått, og ligger i baksetet.')
    await page.unroute('**/api/v1/support-requests')

    await help.send.click()
    await expect(page.getByRole('heading', { name: t('support.sent_title') })).toBeFocused()
    await expect(page.getByText(t('support.sent_text', { hours: 24 }))).toBeVisible()
    await expect(page.getByText(t('support.sent_guest', { email }))).toBeVisible()
    await expect.poll(async () => (await server.mails(email)).length).toBe(1)

    await help.tab('requests').click()
    await expect(page.getByText(t('support.login_text'))).toBeVisible()
  })

  test(`a member writes a request, gets an answer live, and replies (${language})`, async ({ newPerson, server }) => {
    const admin = await makeAdmin(server, 'Adele Styrer')
    const member = await newPerson(language, { member: true })
    const { t, help, page } = member
    const subject = `Bilskilt ${mark}`
    await help.open('contact')
    await expect(help.field('support.name')).toHaveValue(member.name)
    await expect(help.field('support.email')).toHaveValue(member.email)
    await help.fill({ subject, description: 'Hvilken bil skal jeg se etter?' })
    await help.send.click()
    await expect(page.getByRole('heading', { name: t('support.sent_title') })).toBeVisible()
    await page
      .getByRole('tabpanel')
      .getByRole('link', { name: t('helpdesk.tab_requests') })
      .click()
    await expect(help.request(subject).getByText(t('support.status_pending'))).toBeVisible()
    await help
      .request(subject)
      .getByRole('button', { name: t('support.show_talk') })
      .click()
    await expect(help.talk.getByText('Hvilken bil skal jeg se etter?')).toBeVisible()

    const id = await findRequest(server, admin, subject)
    await server.call(admin, 'PATCH', `/admin/support-requests/${id}`, { status: 'in_progress' })
    await expect(help.request(subject).getByText(t('support.status_in_progress'))).toBeVisible()
    await server.call(admin, 'POST', `/admin/support-requests/${id}/message`, { message: 'Det står under Mine turer.' })
    await expect(help.talk.getByText('Det står under Mine turer.')).toBeVisible()
    await member.notifications.expectUnread(1)

    await help.message.fill('Takk, der var det!')
    await help.sendMessage.click()
    await expect(help.talk.getByText('Takk, der var det!')).toBeVisible()
    await expect(help.message).toHaveValue('')
    const { messages } = await server.call<{ messages: { content: string }[] }>(
      admin,
      'GET',
      `/admin/support-requests/${id}`,
    )
    expect(messages.map(({ content }) => content)).toContain('Takk, der var det!')

    await server.call(admin, 'PATCH', `/admin/support-requests/${id}`, { status: 'resolved' })
    await expect(help.request(subject).getByText(t('support.status_resolved'), { exact: true })).toBeVisible()
    await expect(page.getByText(t('support.closed'))).toBeVisible()
    await expect(help.message).toHaveCount(0)

    // The notification leads to the request with its messages.
    await member.open('/notifications')
    await member.notifications.row(t('notifications.support_replied')).click()
    await expect(help.talk.getByText('Det står under Mine turer.')).toBeVisible()
  })
}

test('a person searches, asks the assistant and closes it by keyboard', async ({ newPerson }) => {
  const visitor = await newPerson('no')
  const { t, help, page } = visitor
  const { keyboard } = page
  await help.open()
  await help.tab('knowledge').focus()
  await keyboard.press('ArrowRight')
  await expect(help.tab('contact')).toBeFocused()
  await expect(help.tab('contact')).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('Home')
  await expect(help.tab('knowledge')).toBeFocused()
  await expect(help.search).toBeVisible()
  await keyboard.press('Tab')
  await expect(help.search).toBeFocused()
  await keyboard.type('kjæledyr')
  await expect(help.articles.first()).toContainText(t('help.luggage_and_pets_title'))

  await help.chatButton.focus()
  await keyboard.press('Enter')
  await expect(help.question).toBeFocused()
  await keyboard.type('Hvordan avlyser jeg?')
  await keyboard.press('Enter')
  await expect(help.log.getByRole('link', { name: t('helpdesk.open_article') })).toBeVisible()
  await expect(help.question).toBeFocused()
  await keyboard.press('Escape')
  await expect(help.log).toHaveCount(0)
  await expect(help.chatButton).toBeFocused()
})
