/** Help and support: articles, the form, own requests, the assistant. */
import { helpTopics } from '@samtur/contract/help'
import { expect, test } from '../fixtures.ts'
import type { TestPerson } from '../../apps/server/test/sessions.ts'
import { makeAdmin, type Server } from '../server.ts'
import { containing, mainIn, testedLanguages } from '../texts.ts'
import { refusal } from '../watch.ts'

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

  test(`an article is found by misspelt words, by its topic and by its address (${language})`, async ({
    newPerson,
  }) => {
    const visitor = await newPerson(language)
    const { t, help, page } = visitor
    await help.open()
    await expect(help.articles).toHaveCount(30)
    await help.search.fill(language === 'no' ? 'barnsete' : 'chlid seat')
    await expect(help.articles.first()).toContainText(t('help.children_title'))
    await help.search.fill('')
    await help.topic('helpdesk.category_safety').click()
    await expect(help.articles).toHaveCount(5)
    await help.articles.getByRole('link', { name: t('help.children_title') }).click()
    await expect(visitor.heading).toHaveText(t('help.children_title'))
    await expect(visitor.heading).toBeFocused()
    await expect(page).toHaveURL(/\/help-support\/children$/)
    await expect(page).toHaveTitle(containing(t('help.children_title')))
    await page.goBack()
    await expect(help.articles).toHaveCount(5)

    await help.search.fill('qwertzuiop')
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: t('helpdesk.ask_assistant') })
      .click()
    await expect(help.log).toBeVisible()

    // The HTML has the article before any script runs.
    const headers = { 'accept-language': language }
    const html = await (await page.request.get('/help-support/emergency', { headers })).text()
    expect(html).toContain(`<title>${t('help.emergency_title')}`)
    visitor.watch.allow(refusal(404))
    const unknown = await page.goto('/help-support/no-such-article')
    expect(unknown?.status()).toBe(404)
    await expect(visitor.heading).toContainText(t('pages.not_found'))
  })

  test(`the assistant answers, and hands over to a person (${language})`, async ({ newPerson, server }) => {
    const admin = await makeAdmin(server, 'Adele Styrer')
    const member = await newPerson(language, { member: true })
    const { t, help, page } = member
    const first = `xyzzy ${mark}`
    await help.open('chat')
    await page.getByRole('button', { name: t('helpdesk.chat_open') }).click()
    await expect(help.question).toBeFocused()
    await expect(help.log.getByRole('button')).toHaveCount(helpTopics.length)

    await help.log.getByRole('button', { name: t('help.cancellation_title') }).click()
    const answer = help.log.getByRole('link', { name: t('helpdesk.open_article') })
    await expect(answer).toHaveAttribute('href', '/help-support/cancellation')
    // The conversation stays open beside the article and after a reload.
    await answer.click()
    await expect(member.heading).toHaveText(t('help.cancellation_title'))
    await expect(answer).toBeVisible()
    await page.reload()
    await expect(answer).toBeVisible()

    await page.getByRole('button', { name: t('helpdesk.reset') }).click()
    await help.ask(first)
    await expect(help.log.getByText(t('helpdesk.fallback_plain'))).toHaveCount(1)
    await help.ask('qwertzuiop')
    await expect(help.log.getByText(t('helpdesk.escalate'))).toBeVisible()
    await help.log.getByRole('button', { name: t('helpdesk.human') }).click()
    await expect(page.getByText(t('helpdesk.human_note', { hours: 24 }))).toBeVisible()
    await expect(help.talk.getByText(first)).toBeVisible()

    const id = await findRequest(server, admin, first)
    await server.call(admin, 'POST', `/admin/support-requests/${id}/message`, { message: 'Hei, her er Adele.' })
    await expect(help.talk.getByText('Hei, her er Adele.')).toBeVisible()
    await help.message.fill('Så fint at noen svarer.')
    await help.sendMessage.click()
    await expect
      .poll(async () => {
        const one = await server.call<{ messages: { content: string }[] }>(
          admin,
          'GET',
          `/admin/support-requests/${id}`,
        )
        return one.messages.map(({ content }) => content)
      })
      .toContain('Så fint at noen svarer.')
  })

  test(`a guest who wants a person finds the conversation in the form (${language})`, async ({ newPerson }) => {
    const guest = await newPerson(language, { viewport: { width: 360, height: 740 } })
    const { t, help, page } = guest
    await help.open()
    await help.openChat()
    await help.ask('qwertzuiop')
    await help.human.click()
    await expect(page).toHaveURL(/tab=contact/)
    await expect(help.log).toHaveCount(0)
    await expect(help.field('support.description')).toHaveValue(containing('qwertzuiop'))
    await expect(help.field('support.subject')).toHaveValue('qwertzuiop')
    await expect(help.tab('contact')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText(t('support.email_guest'))).toBeVisible()
  })

  test(`the help button of the front page opens the help (${language})`, async ({ newPerson }) => {
    const visitor = await newPerson(language)
    const { t, help, page } = visitor
    await visitor.open('/')
    await page.mouse.move(200, 200)
    await help.helpButton.click()
    await expect(help.helpDialog).toBeVisible()
    const question = help.helpDialog.getByRole('button', { name: t('help.emergency_title') })
    await question.click()
    await expect(question).toHaveAttribute('aria-expanded', 'true')
    await expect(help.helpDialog.getByRole('region', { name: t('help.emergency_title') })).toContainText('112')
    await expect(help.helpDialog.getByRole('link', { name: /@/ }).first()).toHaveAttribute('href', /^mailto:/)
    await expect(help.helpDialog.getByRole('link', { name: /\+/ }).first()).toHaveAttribute('href', /^tel:/)
    await expect(help.field('support.description')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(help.helpDialog).toHaveCount(0)
    await expect(help.helpButton).toBeFocused()
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
