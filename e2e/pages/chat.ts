/** /chat. */
import { expect, type Locator } from '@playwright/test'
import type { Person } from '../person.ts'
import { containing } from '../texts.ts'

type Action = 'chat.block' | 'chat.delete' | 'chat.report'

/** A path, or a small file. */
type ImageFile = string | { name: string; mimeType: string; buffer: Buffer }

export class ChatScreen {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  /** Opens the conversation with a person, or starts one. From then on everything arrives live, without another request. */
  async openWith(other: Person) {
    const joined = this.#joined()
    await this.#person.open(`/chat?user=${other.id}`)
    await expect(this.input(other.name)).toBeVisible()
    await joined
  }

  #joined(): Promise<void> {
    return new Promise((resolve) => {
      this.#person.page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => /"subscribed","channel":"chat:/.test(String(payload)) && resolve()),
      )
    })
  }

  log(other: string): Locator {
    return this.#person.page.getByRole('log', { name: this.#person.t('chat.log', { name: other }) })
  }

  message(other: string, text: string): Locator {
    return this.log(other).getByText(text, { exact: true })
  }

  /** All messages and images, without their times. */
  messages(other: string): Locator {
    return this.log(other).getByRole('listitem').locator('p, img')
  }

  input(other: string): Locator {
    return this.#person.page.getByRole('textbox', { name: this.#person.t('chat.write_to', { name: other }) })
  }

  get send(): Locator {
    return this.#person.page.getByRole('button', { name: this.#person.t('chat.send'), exact: true })
  }

  get list(): Locator {
    return this.#person.page.getByRole('navigation', { name: this.#person.t('chat.conversations') })
  }

  /** Opens the list through the bar, which loads it again. */
  async openList() {
    const { nav, page } = this.#person
    await nav.link('nav.profile').click()
    await expect(page).toHaveURL('/profile')
    await nav.link('nav.chat').click()
    await expect(page).toHaveURL('/chat')
  }

  conversation(other: string): Locator {
    return this.list.getByRole('link', { name: other })
  }

  get back(): Locator {
    return this.#person.page.getByRole('link', { name: this.#person.t('chat.back') })
  }

  get disconnected(): Locator {
    return this.#person.page.getByText(this.#person.t('chat.disconnected')).filter({ visible: true })
  }

  /** The notice in place of the field, where writing is not possible. */
  get closed(): Locator {
    return this.#person.page.getByText(this.#person.t('chat.closed'))
  }

  /** The mark under the last message that the other person has read. */
  seen(other: string): Locator {
    return this.log(other).getByText(this.#person.t('chat.seen'), { exact: true }).filter({ visible: true })
  }

  typing(other: string): Locator {
    return this.log(other).getByText(this.#person.t('chat.typing', { name: other }))
  }

  async say(other: string, text: string) {
    await this.input(other).fill(text)
    await this.send.click()
    await expect(this.message(other, text)).toBeVisible()
  }

  get menu(): Locator {
    return this.#person.page.getByRole('button', { name: this.#person.t('chat.menu') })
  }

  action(id: Action): Locator {
    return this.#person.page.getByRole('button', { name: this.#person.t(id), exact: true })
  }

  async choose(id: Action) {
    await this.menu.click()
    await this.action(id).click()
  }

  dialog(id: 'chat.block_title' | 'chat.block_too_title', other: string): Locator {
    return this.#person.page.getByRole('dialog', { name: this.#person.t(id, { name: other }) })
  }

  get deleteDialog(): Locator {
    return this.#person.page.getByRole('dialog', { name: this.#person.t('chat.delete_title') })
  }

  get reportDialog(): Locator {
    return this.#person.page.getByRole('dialog', { name: this.#person.t('chat.report') })
  }

  get reason(): Locator {
    return this.reportDialog.getByRole('textbox', { name: containing(this.#person.t('chat.report_reason')) })
  }

  get sendReport(): Locator {
    return this.reportDialog.getByRole('button', { name: this.#person.t('chat.report_send') })
  }

  /** Blocks from the menu and confirms. */
  async block(other: string) {
    await this.choose('chat.block')
    await this.dialog('chat.block_title', other)
      .getByRole('button', { name: this.#person.t('chat.block') })
      .click()
  }

  async delete() {
    await this.choose('chat.delete')
    await this.deleteDialog.getByRole('button', { name: this.#person.t('chat.delete') }).click()
  }

  get attach(): Locator {
    return this.#person.page.getByRole('button', { name: this.#person.t('chat.image_attach') })
  }

  /** Chooses a file with the device's own dialog and sends it from the preview. */
  async sendImage(file: ImageFile) {
    await this.chooseImage(file)
    await this.preview.getByRole('button', { name: this.#person.t('chat.image_send') }).click()
  }

  /** Deletes the newest own message, and confirms. */
  async takeBack() {
    const take = { name: this.#person.t('chat.take_back') }
    await this.#person.page.getByRole('log').getByRole('button', take).last().click()
    const question = { name: this.#person.t('chat.take_back_title') }
    await this.#person.page.getByRole('dialog', question).getByRole('button', take).click()
  }

  get preview(): Locator {
    return this.#person.page.getByRole('dialog', { name: this.#person.t('chat.image_preview_title') })
  }

  async chooseImage(file: ImageFile) {
    const opening = this.#person.page.waitForEvent('filechooser')
    await this.attach.click()
    await (await opening).setFiles(file)
  }

  get progress(): Locator {
    return this.#person.page.getByRole('progressbar', { name: this.#person.t('chat.image_sending') })
  }

  get ownImages(): Locator {
    return this.#person.page.getByRole('img', { name: this.#person.t('chat.image_own') })
  }

  imagesFrom(other: string): Locator {
    return this.#person.page.getByRole('img', { name: this.#person.t('chat.image_from', { name: other }) })
  }

  /** An image in full, with the same name as in the conversation. */
  viewer(other: string): Locator {
    return this.#person.page.getByRole('dialog', { name: this.#person.t('chat.image_from', { name: other }) })
  }

  /** Returns the address of the first image from that person, once it is shown. */
  async imageAddress(other: string): Promise<string> {
    const image = this.imagesFrom(other).first()
    await expect(image).toHaveJSProperty('complete', true)
    await expect(image).not.toHaveJSProperty('naturalWidth', 0)
    return this.#person.server.url + String(await image.getAttribute('src'))
  }

  /** Messages that failed, with their buttons. */
  get unsent(): Locator {
    return this.#person.page.getByText(this.#person.t('chat.image_unsent'))
  }
}
