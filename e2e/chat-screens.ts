/** Screens of conversations and their dialogs. */
import { expect } from '@playwright/test'
import type { Person } from './person.ts'
import { at, type Screen, screen } from './screen.ts'
import type { Dataset } from './dataset.ts'

/** Sender of the image. */
const sender = 'Aleksandra Wiśniewska-Kowalczyk'

async function openTalk({ page, chat }: Person, dataset: Dataset) {
  await page.goto(`/chat?chat=${dataset.chat}`)
  await expect(chat.message(dataset.driver.name, 'Supert 👍')).toBeVisible()
}

async function openImages({ page, chat }: Person, { imageChat }: Dataset) {
  await page.goto(`/chat?chat=${imageChat}`)
  await chat.imageAddress(sender)
}

const action = (name: string, open: Screen['open']): Screen =>
  screen(name, 'passenger', async (person, dataset) => {
    await openTalk(person, dataset)
    await person.chat.menu.click()
    await open(person, dataset)
  })

export const chatScreens: Screen[] = [
  screen('conversation with a deleted user', 'passenger', async (person, { leaverChat }) => {
    await person.page.goto(`/chat?chat=${leaverChat}`)
    await expect(person.chat.message(person.t('core.deleted_user'), 'Takk for turen!')).toBeVisible()
  }),
  at('chat, signed out', 'visitor', '/chat', ({ t }) => t('chat.login_text')),
  at('no conversations yet', 'newcomer', '/chat', ({ t }) => t('chat.empty')),
  at('conversations', 'driver', '/chat', () => 'Har du barnesete?'),
  screen('conversation', 'passenger', openTalk),
  screen('conversation with an image', 'driver', openImages),
  screen('image in full', 'driver', async (person, dataset) => {
    await openImages(person, dataset)
    await person.chat.imagesFrom(sender).click()
    await expect(person.chat.viewer(sender).getByRole('img')).toBeVisible()
  }),
  screen('image that was not sent', 'driver', async (person, dataset) => {
    person.watch.allow(/ERR_FAILED/)
    await openImages(person, dataset)
    await person.page.route('**/images?*', (route) => route.abort())
    await person.chat.sendImage(await person.profile.drawPicture('#14563f', '#ffc53d'))
    await expect(person.chat.unsent).toBeVisible()
  }),
  screen('closed conversation', 'passenger', async (person, { closedChat }) => {
    await person.page.goto(`/chat?chat=${closedChat}`)
    await expect(person.chat.closed).toBeVisible()
  }),
  action('menu of a conversation', ({ chat }) => expect(chat.action('chat.report')).toBeVisible()),
  action('question before a block', async ({ chat }, { driver }) => {
    await chat.action('chat.block').click()
    await expect(chat.dialog('chat.block_title', driver.name)).toBeVisible()
  }),
  action('question before a conversation is deleted', async ({ chat }) => {
    await chat.action('chat.delete').click()
    await expect(chat.deleteDialog).toBeVisible()
  }),
  action('report of a person that is too long', async ({ chat, t }) => {
    await chat.action('chat.report').click()
    await chat.reason.fill('Ber om penger på forhånd. '.repeat(80))
    await expect(chat.reportDialog.getByText(t('chat.too_long', { count: 79 }))).toBeVisible()
  }),
  screen('settings of notifications and read receipts', 'passenger', async (person) => {
    await person.notifications.openSettings()
    await expect(person.page.getByRole('switch', { name: person.t('chat.receipts_switch') })).toBeChecked()
  }),
]
