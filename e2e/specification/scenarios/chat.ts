import { expect } from '@playwright/test'
import type { Person } from '../../person.ts'
import { unknownId } from '../../screen.ts'
import { refusal } from '../../watch.ts'
import type { Dataset } from '../../dataset.ts'
import type { chat, chatFailures, chatSuccesses } from '../chat.ts'
import { failing, scenario, type Scenarios } from '../scenario.ts'

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

export const chatScenarios: Scenarios<typeof chat> = {
  'signed out': scenario('visitor', '/chat'),
  'beginning a chat, signed out': scenario('visitor', ({ page }, { driver }) => page.goto(`/chat?user=${driver.id}`)),
  'no conversations': scenario('newcomer', '/chat'),
  'none chosen': scenario('passenger', '/chat'),
  'the menu': scenario('passenger', async (person, dataset) => {
    await openTalk(person, dataset)
    await person.chat.menu.click()
  }),
  'a message just sent': scenario('passenger', async (person) => {
    const name = await openNew(person)
    await person.chat.say(name, 'Hei!')
  }),
  'the report dialog': scenario('passenger', openReport),
  'the report dialog, in English': scenario('passenger', openReport),
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

export const chatFailureScenarios: Scenarios<typeof chatFailures> = {
  'conversations that failed': scenario('passenger', async (person) => {
    await failing(person, 'GET', 'v1/chats*')
    await person.page.goto('/chat')
  }),
  'a person that cannot be': scenario('passenger', begin('ingen')),
  'a conversation that was not created': scenario('passenger', async (person) => {
    await failing(person, 'POST', 'v1/chats')
    await begin(unknownId)(person)
  }),
  'a conversation that may not begin': scenario('passenger', (person) => begin(person.id ?? '')(person)),
  'messages that failed': scenario('passenger', async (person, { chat: id }) => {
    await failing(person, 'GET', 'v1/chats/*/messages*')
    await person.page.goto(`/chat?chat=${id}`)
  }),
  'a message that was not sent': scenario('passenger', async (person, dataset) => {
    await cutLive(person)
    await failing(person, 'POST', 'v1/chats/*/messages*')
    await openTalk(person, dataset)
    await person.chat.input(dataset.driver.name).fill('Hører du meg?')
    await person.chat.send.click()
  }),
  'an image that was not sent': scenario('passenger', async (person, dataset) => {
    await failing(person, 'POST', 'v1/chats/*/images*')
    await sendImage(person, dataset)
  }),
  'an image that stays too large': scenario('passenger', async (person, dataset) => {
    await openTalk(person, dataset)
    await packInVain(person)
    const { buffer } = await person.profile.drawPicture('#14563f', '#ffc53d')
    const padded = Buffer.concat([buffer, Buffer.alloc(6 * 1024 * 1024)])
    await person.chat.sendImage({ name: 'stort.png', mimeType: 'image/png', buffer: padded })
  }),
  'a block that failed': scenario('passenger', async (person, dataset) => {
    await failing(person, 'PUT', 'v1/me/blocks/*')
    await openTalk(person, dataset)
    await person.chat.block(dataset.driver.name)
  }),
  'a deletion that failed': scenario('passenger', async (person, dataset) => {
    await failing(person, 'DELETE', 'v1/chats/*')
    await openTalk(person, dataset)
    await person.chat.delete()
  }),
  'a report that failed': scenario('passenger', async (person, dataset) => {
    await failing(person, 'POST', 'v1/reports')
    await report(person, dataset)
  }),
}

export const chatSuccessScenarios: Scenarios<typeof chatSuccesses> = {
  'a conversation that began': scenario('passenger', openNew),
  'an image that was sent': scenario('passenger', sendImage),
  'a person who was blocked': scenario('passenger', async (person) => person.chat.block(await openNew(person))),
  'a conversation that was deleted': scenario('passenger', async (person) => {
    await openNew(person)
    await person.chat.delete()
  }),
  'a person who was reported': scenario('passenger', report),
}
