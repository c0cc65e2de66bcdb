/** /profile, /profile/{id}, /edit-profile, and the own picture. */
import { expect, type Locator } from '@playwright/test'
import { patient } from '../patience.ts'
import type { Person } from '../person.ts'
import { loosely, oneDecimal } from '../texts.ts'

type FieldId = 'profiles.full_name' | 'profiles.phone' | 'profiles.address' | 'profiles.gender' | 'profiles.age'

export interface Picture {
  name: string
  mimeType: string
  buffer: Buffer
}

export class ProfileScreens {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  field(id: FieldId): Locator {
    return this.#person.page.getByRole('main').getByLabel(this.#person.t(id))
  }

  get save(): Locator {
    return this.#person.page.getByRole('button', { name: this.#person.t('core.save') })
  }

  async setPhone(phone: string) {
    const { page, nav, t } = this.#person
    await nav.link('nav.profile').click()
    await page.getByRole('link', { name: t('profiles.edit') }).click()
    await this.field('profiles.phone').fill(phone)
    await this.save.click()
    await this.#person.expectToast(t('profiles.success'))
    await this.#person.expectToast(t('profiles.updated'))
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('main')).toContainText(loosely(phone))
  }

  get startChat(): Locator {
    return this.#person.page.getByRole('link', { name: this.#person.t('profiles.start_chat') })
  }

  /** Expects '9,0 (1)', and the same in words for screen readers. */
  async expectRating(value: number, count: number) {
    const { page, t, language } = this.#person
    const rating = oneDecimal(value, language)
    const main = page.getByRole('main')
    await expect(main.getByText(t('profiles.rating_label', { rating, count }))).toBeAttached()
    await expect(main.getByText(rating, { exact: true }).first()).toBeVisible()
    await expect(main.getByText(`(${count})`, { exact: true }).first()).toBeVisible()
  }

  /** The rating by the person of that first name, with the reply to it. */
  review(firstName: string): Locator {
    const name = this.#person.page.getByText(firstName, { exact: true })
    return this.#person.page.getByRole('main').getByRole('listitem').filter({ has: name })
  }

  /** The large picture at the top of the page. */
  get picture(): Locator {
    return this.#person.page.getByRole('main').locator('img[width="120"]')
  }

  get choosePicture(): Locator {
    const { page, t } = this.#person
    return page
      .getByRole('button', { name: t('profiles.picture_choose') })
      .or(page.getByRole('button', { name: t('profiles.picture_change') }))
  }

  get removePicture(): Locator {
    return this.#person.page.getByRole('main').getByRole('button', { name: this.#person.t('profiles.picture_remove') })
  }

  get cropDialog(): Locator {
    return this.#person.page.getByRole('dialog', { name: this.#person.t('profiles.crop_title') })
  }

  get cropArea(): Locator {
    return this.cropDialog.getByRole('application', { name: this.#person.t('profiles.crop_area') })
  }

  get zoom(): Locator {
    return this.cropDialog.getByRole('slider', { name: this.#person.t('profiles.crop_zoom') })
  }

  get useCropped(): Locator {
    return this.cropDialog.getByRole('button', { name: this.#person.t('profiles.crop_use') })
  }

  /** Chooses a file with the device's own dialog. */
  async choose(picture: Picture) {
    const opening = this.#person.page.waitForEvent('filechooser')
    await this.choosePicture.click()
    await (await opening).setFiles(picture)
  }

  /** Uploads the picture without changing the crop. Returns its public address. */
  async setPicture(picture: Picture): Promise<string> {
    const { server } = this.#person
    const before = (await this.picture.count()) > 0 ? await this.picture.getAttribute('src') : null
    await this.choose(picture)
    await this.cropArea.waitFor()
    await this.useCropped.click()
    await this.expectUploaded()
    await expect(this.picture).not.toHaveAttribute('src', before ?? '')
    return server.url + String(await this.picture.getAttribute('src'))
  }

  /** The first picture of a server starts the process that converts pictures. */
  async expectUploaded() {
    await expect(this.cropDialog).toHaveCount(0, { timeout: patient(20_000) })
    await this.#person.expectToast(this.#person.t('profiles.picture_updated'))
  }

  /** Draws two colours side by side, so that the cropped part can be recognised. */
  async drawPicture(left: string, right: string, type: 'image/png' | 'image/jpeg' = 'image/png'): Promise<Picture> {
    const draw = ([first, second, format]: string[]) => {
      const [width, height] = [600, 300]
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = first ?? ''
      context.fillRect(0, 0, width / 2, height)
      context.fillStyle = second ?? ''
      context.fillRect(width / 2, 0, width / 2, height)
      return canvas.toDataURL(format).split(',')[1] ?? ''
    }
    const base64 = await this.#person.page.evaluate(draw, [left, right, type])
    return { name: type.replace('image/', 'bilde.'), mimeType: type, buffer: Buffer.from(base64, 'base64') }
  }

  /** Draws a picture as a phone stores it that was held upright: rotated, with a note that the left side belongs on top. */
  async drawTurnedPicture(top: string, bottom: string): Promise<Picture> {
    const lying = await this.drawPicture(top, bottom, 'image/jpeg')
    const note = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010006000000000000', 'hex')
    const [start, rest] = [lying.buffer.subarray(0, 2), lying.buffer.subarray(2)]
    return { ...lying, buffer: Buffer.concat([start, note, rest]) }
  }

  /** Returns the size of the visible picture and the colour in its middle. */
  async seenPicture(): Promise<{ width: number; height: number; middle: 'red' | 'blue' | 'mixed' }> {
    return this.picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const { naturalWidth: width, naturalHeight: height } = image
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const [red = 0, , blue = 0] = context?.getImageData(width / 2, height / 2, 1, 1).data ?? []
      return { width, height, middle: red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'mixed' }
    })
  }
}
