/** Two people in a conversation: what they write and see of each other, and how they end it. */
import { expect, test } from '../fixtures.ts'
import type { Person } from '../person.ts'

async function meet({ ingrid, kari }: { ingrid: Person; kari: Person }) {
  await kari.chat.openWith(ingrid)
  await ingrid.chat.openWith(kari)
}

test(
  'both people write, and see who types, and read receipts while both have them on',
  { tag: '@main' },
  async ({ pair, pair: { ingrid, kari } }) => {
    await kari.chat.openWith(ingrid)
    await kari.expectToast(kari.t('chat.started'))
    await ingrid.open('/terms')
    await kari.chat.say(ingrid.name, 'Room for a bicycle?')
    await expect(ingrid.nav.unreadDot).toBeAttached()
    await expect(ingrid.page).toHaveTitle(/^\(1\) /)
    await expect(kari.chat.seen(ingrid.name)).toHaveCount(0)

    await test.step('a message is marked as read at once, and still after a reload', async () => {
      await ingrid.nav.link('nav.chat').click()
      await ingrid.chat.conversation(kari.name).click()
      await expect(ingrid.chat.message(kari.name, 'Room for a bicycle?')).toBeVisible()
      await expect(kari.chat.seen(ingrid.name)).toHaveText('Seen')
      await expect(ingrid.nav.unreadDot).toHaveCount(0)
      await expect(ingrid.page).toHaveTitle(/^(?!\()/)
      await ingrid.chat.input(kari.name).pressSequentially('Ja, ')
      await expect(kari.chat.typing(ingrid.name)).toHaveText('Ingrid Solberg is typing...')
      await ingrid.chat.say(kari.name, 'Ja, bak på hengeren.')
      await expect(kari.chat.message(ingrid.name, 'Ja, bak på hengeren.')).toBeVisible()
      await expect(ingrid.chat.seen(kari.name)).toHaveText('Sett')
      await kari.page.reload()
      await expect(kari.chat.seen(ingrid.name)).toHaveCount(1)
    })

    await test.step('one of them switches read receipts off, and neither sees them any more', async () => {
      await ingrid.notifications.openSettings()
      const toggle = ingrid.page.getByRole('switch', { name: 'Vis når jeg har lest' })
      await expect(toggle).toBeChecked()
      const stored = ingrid.page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
      await toggle.click()
      await stored
      await meet(pair)
      await expect(kari.chat.message(ingrid.name, 'Ja, bak på hengeren.')).toBeVisible()
      await expect(kari.chat.seen(ingrid.name)).toHaveCount(0)
      await ingrid.chat.say(kari.name, 'Da ses vi.')
      await expect(kari.chat.message(ingrid.name, 'Da ses vi.')).toBeVisible()
      for (const [one, other] of [
        [kari, ingrid],
        [ingrid, kari],
      ] as const) {
        await expect(one.chat.seen(other.name)).toHaveCount(0)
        await one.page.reload()
        await expect(one.chat.message(other.name, 'Da ses vi.')).toBeVisible()
        await expect(one.chat.seen(other.name)).toHaveCount(0)
      }
    })
  },
)

test('a block from the menu closes the conversation on both sides until it is lifted', async ({
  pair,
  pair: { ingrid, kari },
}) => {
  await meet(pair)
  await kari.chat.say(ingrid.name, 'Hi there!')
  await expect(ingrid.chat.message(kari.name, 'Hi there!')).toBeVisible()

  await test.step('the dialog can be cancelled, and nothing happens', async () => {
    await ingrid.chat.choose('chat.block')
    const question = ingrid.chat.dialog('chat.block_title', kari.name)
    await expect(question).toBeVisible()
    await ingrid.page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(ingrid.chat.menu).toBeFocused()
    await kari.chat.input(ingrid.name).fill('Where do we meet?')
    await ingrid.chat.block(kari.name)
    await ingrid.expectToast('Bruker blokkert')
    await expect(ingrid.chat.conversation(kari.name)).toHaveCount(0)
    await expect(ingrid.page).toHaveURL('/chat')
    await expect(ingrid.heading).toBeFocused()
  })

  await test.step('the other person cannot write any more, and still sees the messages', async () => {
    await expect(kari.chat.closed).toBeVisible()
    await expect(kari.chat.input(ingrid.name)).toHaveCount(0)
    await expect(kari.chat.messages(ingrid.name)).toHaveText(['Hi there!'])
    await kari.chat.openList()
    await kari.chat.conversation(ingrid.name).click()
    await expect(kari.chat.closed).toBeVisible()
    await expect(kari.chat.messages(ingrid.name)).toHaveText(['Hi there!'])
  })

  await test.step('lifting the block sends what could not be sent', async () => {
    await ingrid.page.request.delete(`/api/v1/me/blocks/${kari.id}`, { headers: { origin: ingrid.server.url } })
    await kari.chat.openList()
    await kari.chat.conversation(ingrid.name).click()
    await expect(kari.chat.input(ingrid.name)).toHaveValue('Where do we meet?')
    await kari.chat.send.click()
    await expect(kari.chat.messages(ingrid.name)).toHaveText(['Hi there!', 'Where do we meet?'])
    await ingrid.nav.link('nav.chat').click()
    await ingrid.chat.conversation(kari.name).click()
    await expect(ingrid.chat.messages(kari.name)).toHaveText(['Hi there!', 'Where do we meet?'])
  })
})

test('a report needs a reason, and is not shown to the reported person', async ({
  pair,
  pair: { ingrid, kari },
  server,
}) => {
  await meet(pair)
  await kari.chat.say(ingrid.name, 'Pay me in advance.')
  await expect(ingrid.chat.message(kari.name, 'Pay me in advance.')).toBeVisible()
  await expect(kari.chat.seen(ingrid.name)).toBeVisible()
  kari.watch.record()
  const { chat } = ingrid
  const reason = 'Ber om penger på forhånd.'

  await test.step('a blank reason is refused', async () => {
    await chat.choose('chat.report')
    await expect(chat.sendReport).toHaveText('Send rapport')
    await chat.reason.fill(' \n')
    await expect(chat.sendReport).toBeDisabled()
    await chat.reason.fill(`  ${reason}  `)
    await expect(chat.sendReport).toBeEnabled()
  })

  await test.step('blocking is offered after the report and can be declined', async () => {
    await chat.sendReport.click()
    await ingrid.expectToast('Bruker rapportert')
    await ingrid.expectToast('Takk for din rapport. Vi vil vurdere saken.')
    const offer = chat.dialog('chat.block_too_title', kari.name)
    await offer.getByRole('button', { name: ingrid.t('chat.not_now') }).click()
    await expect(offer).toHaveCount(0)
    await expect(chat.reportDialog).toHaveCount(0)
  })

  const reports = await server.db.kysely
    .selectFrom('user_report')
    .select(['reason', 'reported_id', 'chat_seq'])
    .where('reporter_id', '=', ingrid.id ?? '')
    .execute()
  expect(reports).toEqual([{ reason, reported_id: kari.id, chat_seq: '1' }])
  await test.step('the reported person sees nothing of the report', async () => {
    await chat.say(kari.name, 'Nei takk.')
    await expect(kari.chat.message(ingrid.name, 'Nei takk.')).toBeVisible()
    await kari.open('/notifications')
    await kari.notifications.expectUnread(0)
    const received = await kari.watch.received()
    expect(received).toContain('Nei takk.')
    expect(received).not.toMatch(/report|penger på forhånd/i)
    expect(await server.mails(kari.email)).toEqual([])
  })
})

test('what is read or deleted in one tab changes in the other tab too, and not on the other side', async ({
  pair,
  pair: { ingrid, kari },
}) => {
  await meet(pair)
  await kari.chat.say(ingrid.name, 'One')
  await expect(ingrid.chat.message(kari.name, 'One')).toBeVisible()
  const tab = await ingrid.newTab()
  await tab.open('/chat')
  await ingrid.open('/terms')

  await kari.chat.say(ingrid.name, 'Two')
  for (const { page, nav } of [ingrid, tab]) {
    await expect(page).toHaveTitle(/^\(1\) /)
    await expect(nav.unreadDot).toBeAttached()
  }
  await expect(tab.chat.conversation(kari.name)).toContainText(tab.t('chat.unread_count', { count: 1 }))
  await tab.chat.conversation(kari.name).click()
  await expect(tab.chat.message(kari.name, 'Two')).toBeVisible()
  for (const { page, nav } of [ingrid, tab]) {
    await expect(page).toHaveTitle(/^(?!\()/)
    await expect(nav.unreadDot).toHaveCount(0)
  }

  await ingrid.chat.openWith(kari)
  await tab.chat.delete()
  await tab.expectToast('Samtale slettet')
  await expect(ingrid.page).toHaveURL('/chat')
  await expect(ingrid.page.getByText('Ingen samtaler ennå')).toBeVisible()
  await ingrid.page.reload()
  await expect(ingrid.page.getByText('Ingen samtaler ennå')).toBeVisible()
  await expect(kari.chat.messages(ingrid.name)).toHaveText(['One', 'Two'])

  // It comes back with the next message alone.
  await kari.chat.say(ingrid.name, 'After')
  await expect(ingrid.chat.conversation(kari.name)).toContainText('After')
  await ingrid.chat.conversation(kari.name).click()
  await expect(ingrid.chat.messages(kari.name)).toHaveText(['After'])
  await kari.page.reload()
  await expect(kari.chat.messages(ingrid.name)).toHaveText(['One', 'Two', 'After'])
})

test('on a phone the list and a conversation are separate pages', async ({ newPerson }) => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }
  const name = 'Aleksandra Wiśniewska-Kowalczyk von Hohenstein-Waldburg'
  const ingrid = await newPerson('no', { ...phone, name: 'Ingrid Solberg', member: true })
  const other = await newPerson('en', { name, member: true })
  await other.chat.openWith(ingrid)
  await other.chat.say(ingrid.name, `Hi from ${name}`)
  const { chat, page } = ingrid
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  await ingrid.open('/chat')
  await expect(chat.conversation(name)).toBeInViewport({ ratio: 1 })
  expect(await sideways()).toBe(false)

  await chat.conversation(other.name).tap()
  await expect(chat.list).toBeHidden()
  await expect(page.getByRole('heading', { level: 2, name: other.name })).toBeFocused()
  for (const part of [chat.back, chat.menu, chat.attach, chat.input(other.name), chat.send])
    await expect(part).toBeInViewport({ ratio: 1 })
  expect(await sideways()).toBe(false)
  await chat.menu.tap()
  for (const id of ['chat.block', 'chat.delete', 'chat.report'] as const)
    await expect(chat.action(id)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await chat.input(other.name).fill('Hei!')
  await chat.send.tap()
  await expect(other.chat.message(ingrid.name, 'Hei!')).toBeVisible()
  await expect(chat.message(other.name, 'Hei!')).toBeInViewport({ ratio: 1 })
  await expect(chat.input(other.name)).toBeInViewport({ ratio: 1 })
  await chat.back.tap()
  await expect(chat.conversation(other.name)).toBeFocused()
  await expect(page).toHaveURL('/chat')
})
