import { expect } from '@playwright/test'
import type { Person } from '../../person.ts'
import { unknownId } from '../../screen.ts'
import { refusal } from '../../watch.ts'
import type { Dataset } from '../../dataset.ts'
import type { chat, chatFailures, chatSuccesses } from '../chat.ts'
import { failing, way, type Ways } from '../way.ts'

const said = 'Supert 👍'

/** Opens the passenger's conversation with the driver. */
async function openTalk({ page, chat: screen }: Person, dataset: Dataset) {
  await page.goto(`/chat?chat=${dataset.chat}`)
  await expect(screen.message(dataset.driver.name, said)).toBeVisible()
}

let met = 0

/** Opens a conversation with a new person. Returns the name. */
async function openNew(person: Person): Promise<string> {
  const { id, name } = await person.server.member(`Olga Ukjent ${++met}`)
  await person.page.goto(`/chat?user=${id}`)
  await expect(person.chat.input(name)).toBeVisible()
  return name
}

const begin = (user: string) => async (person: Person) => {
  person.watch.allow(refusal(404, 422))
  await person.page.goto(`/chat?user=${user}`)
}

async function openReport(person: Person, dataset: Dataset) {
  await openTalk(person, dataset)
  await person.chat.choose('chat.report')
}

async function report(person: Person, dataset: Dataset) {
  await openReport(person, dataset)
  await person.chat.reason.fill('Ber om penger på forhånd.')
  await person.chat.sendReport.click()
}

async function sendImage(person: Person, dataset: Dataset) {
  await openTalk(person, dataset)
  await person.chat.sendImage(await person.profile.drawPicture('#14563f', '#ffc53d'))
}

export const chatWays: Ways<typeof chat> = {
  'signed out': way('visitor', '/chat'),
  'beginning a chat, signed out': way('visitor', ({ page }, { driver }) => page.goto(`/chat?user=${driver.id}`)),
  'no conversations': way('newcomer', '/chat'),
  'none chosen': way('passenger', '/chat'),
  'the menu': way('passenger', async (person, dataset) => {
    await openTalk(person, dataset)
    await person.chat.menu.click()
  }),
  'a message just sent': way('passenger', async (person) => {
    const name = await openNew(person)
    await person.chat.say(name, 'Hei!')
  }),
  'the report dialog': way('passenger', openReport),
  'the report dialog, in English': way('passenger', openReport),
}

/** Cuts the live connection, so that texts are sent over HTTP. */
async function cutLive({ page, watch }: Person) {
  watch.allow(/WebSocket/)
  await page.routeWebSocket('**/live', (socket) => socket.close())
}

/** Makes scaling down save nothing. */
async function packInVain({ page }: Person) {
  await page.evaluate(() => {
    Reflect.deleteProperty(globalThis, 'Worker')
    const large = new Blob([new Uint8Array(6 * 1024 * 1024)], { type: 'image/jpeg' })
    HTMLCanvasElement.prototype.toBlob = (tell) => tell(large)
  })
}

export const chatFailureWays: Ways<typeof chatFailures> = {
  'conversations that failed': way('passenger', async (person) => {
    await failing(person, 'GET', 'v1/chats*')
    await person.page.goto('/chat')
  }),
  'a person that cannot be': way('passenger', begin('ingen')),
  'a conversation that was not created': way('passenger', async (person) => {
    await failing(person, 'POST', 'v1/chats')
    await begin(unknownId)(person)
  }),
  'a conversation that may not begin': way('passenger', (person) => begin(person.id ?? '')(person)),
  'messages that failed': way('passenger', async (person, { chat: id }) => {
    await failing(person, 'GET', 'v1/chats/*/messages*')
    await person.page.goto(`/chat?chat=${id}`)
  }),
  'a message that was not sent': way('passenger', async (person, dataset) => {
    await cutLive(person)
    await failing(person, 'POST', 'v1/chats/*/messages*')
    await openTalk(person, dataset)
    await person.chat.input(dataset.driver.name).fill('Hører du meg?')
    await person.chat.send.click()
  }),
  'an image that was not sent': way('passenger', async (person, dataset) => {
    await failing(person, 'POST', 'v1/chats/*/images*')
    await sendImage(person, dataset)
  }),
  'an image that stays too large': way('passenger', async (person, dataset) => {
    await openTalk(person, dataset)
    await packInVain(person)
    const { buffer } = await person.profile.drawPicture('#14563f', '#ffc53d')
    const padded = Buffer.concat([buffer, Buffer.alloc(6 * 1024 * 1024)])
    await person.chat.sendImage({ name: 'stort.png', mimeType: 'image/png', buffer: padded })
  }),
  'a block that failed': way('passenger', async (person, dataset) => {
    await failing(person, 'PUT', 'v1/me/blocks/*')
    await openTalk(person, dataset)
    await person.chat.block(dataset.driver.name)
  }),
  'a deletion that failed': way('passenger', async (person, dataset) => {
    await failing(person, 'DELETE', 'v1/chats/*')
    await openTalk(person, dataset)
    await person.chat.delete()
  }),
  'a report that failed': way('passenger', async (person, dataset) => {
    await failing(person, 'POST', 'v1/reports')
    await report(person, dataset)
  }),
}

export const chatSuccessWays: Ways<typeof chatSuccesses> = {
  'a conversation that began': way('passenger', openNew),
  'an image that was sent': way('passenger', sendImage),
  'a person who was blocked': way('passenger', async (person) => person.chat.block(await openNew(person))),
  'a conversation that was deleted': way('passenger', async (person) => {
    await openNew(person)
    await person.chat.delete()
  }),
  'a person who was reported': way('passenger', report),
}
