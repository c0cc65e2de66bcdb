/** The own profile: filled in, corrected, with a picture. */
import { expect, test } from '../fixtures.ts'
import { containing } from '../texts.ts'
import { refusal } from '../watch.ts'

const pictureBytes = 5 * 1024 * 1024

test('every wrong field shows its error, and nothing typed is lost', async ({ newPerson }) => {
  const ola = await newPerson('no', { member: true, name: 'Ola Hansen', profile: { phone: '+4512345678' } })
  const { page, profile, t } = ola
  await ola.open('/profile')
  await expect(page.getByRole('main')).toContainText(/\+45\s12\s34\s56\s78/)
  await page.getByRole('link', { name: t('profiles.edit') }).click()
  await expect(profile.field('profiles.phone')).toHaveValue('+45 12 34 56 78')
  await expect(profile.field('profiles.phone')).toHaveAttribute('placeholder', /^\+47 /)

  const wrong = [
    ['profiles.full_name', 'Ola\u200bHansen', t('fields.invalid_characters')],
    ['profiles.phone', '<img onerror>', t('fields.phone_invalid')],
    ['profiles.address', 'a'.repeat(201), t('fields.too_long')],
    ['profiles.age', '17', t('fields.age_out_of_range', { min: 18, max: 100 })],
    ['profiles.age', '1e2', t('fields.not_a_whole_number')],
  ] as const
  for (const [id, value, problem] of wrong) {
    const field = profile.field(id)
    const right = await field.inputValue()
    await field.fill(value)
    await profile.save.click()
    await expect(field, `${value} in ${id}`).toHaveAccessibleDescription(containing(problem))
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(value)
    await expect(page).toHaveURL('/edit-profile')
    await field.fill(right)
  }

  // Only the server knows the refused names.
  ola.watch.allow(refusal(422))
  await profile.field('profiles.full_name').fill('Støtte')
  await profile.field('profiles.address').fill('Storgata 1, 0155 Oslo')
  await profile.save.click()
  await expect(profile.field('profiles.full_name')).toHaveAccessibleDescription(t('fields.reserved_name'))
  await expect(profile.field('profiles.address')).toHaveValue('Storgata 1, 0155 Oslo')

  await profile.field('profiles.full_name').fill('Ola Nordmann')
  await profile.field('profiles.phone').fill('912 34 567')
  await profile.field('profiles.gender').selectOption('mann')
  await profile.field('profiles.age').fill('34')
  await profile.save.click()
  await ola.expectToast(t('profiles.success'))
  await ola.expectToast(t('profiles.updated'))
  await expect(page).toHaveURL('/profile')
  await expect(ola.heading).toHaveText('Ola Nordmann')
  const main = page.getByRole('main')
  await expect(main.locator('[dir=ltr]').getByText(/\+47\s912\s34\s567/)).toBeVisible()
  for (const text of ['Storgata 1, 0155 Oslo', 'Mann', '34']) await expect(main).toContainText(text)

  await page.getByRole('link', { name: t('profiles.edit') }).click()
  await profile.field('profiles.age').fill('')
  await profile.field('profiles.address').fill('')
  await profile.save.click()
  await expect(page).toHaveURL('/profile')
  await expect(main.getByText(t('profiles.not_given'))).toHaveCount(2)

  await page.getByRole('link', { name: t('profiles.edit') }).click()
  await profile.field('profiles.full_name').fill('Noen Andre')
  await page.getByRole('link', { name: t('core.cancel') }).click()
  await expect(page).toHaveURL('/profile')
  await expect(ola.heading).toHaveText('Ola Nordmann')
})

test('a picture is chosen, cropped by keyboard, seen by others, replaced and removed', async ({ newPerson }) => {
  const ingrid = await newPerson('no', { member: true, name: 'Ingrid Solberg' })
  const other = await newPerson('no', { member: true, name: 'Ola Hansen' })
  const { page, profile, t } = ingrid
  await ingrid.open('/profile')
  const second = await ingrid.context.newPage()
  await second.goto('/profile')

  await test.step('files that are not pictures are refused', async () => {
    await profile.choose({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await ingrid.expectToast('Kun bildefiler er tillatt')
    await profile.choose({ name: 'stort.png', mimeType: 'image/png', buffer: Buffer.alloc(pictureBytes + 1) })
    await ingrid.expectToast('Bildet må være mindre enn 5MB')
    await profile.choose({ name: 'rart.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
    await ingrid.expectToast(t('profiles.picture_failed', { reason: t('profiles.picture_unreadable') }))
    await expect(profile.cropDialog).toHaveCount(0)
  })

  const twoColours = await profile.drawPicture('#f00', '#00f')
  await test.step('the visible part is chosen by keyboard', async () => {
    await profile.choose(twoColours)
    await expect(profile.cropDialog.getByRole('heading')).toHaveText('Tilpass profilbilde')
    await profile.cropArea.focus()
    await expect(profile.zoom).toHaveValue('1')
    await page.keyboard.press('+')
    await expect(profile.zoom).toHaveValue('1.1')
    // Moves right to the end: then the left half is in the circle.
    for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowRight')
    await profile.zoom.focus()
    await page.keyboard.press('Home')
    await expect(profile.zoom).toHaveValue('0.5')
    await page.keyboard.press('End')
    await expect(profile.zoom).toHaveValue('3')
    await page.keyboard.press('ArrowDown')
    await expect(profile.zoom).toHaveValue('2.9')
    for (let press = 0; press < 60; press++) await page.keyboard.press('ArrowDown')
    await expect(profile.zoom).toHaveValue('0.5')
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowUp')
    await expect(profile.zoom).toHaveValue('1')
    await profile.cropDialog.getByRole('button', { name: t('profiles.crop_right') }).focus()
    for (let press = 0; press < 20; press++) await page.keyboard.press('Enter')
    await profile.useCropped.focus()
    await page.keyboard.press('Enter')
    await profile.expectUploaded()
    await ingrid.expectToast('Suksess!')
    expect(await profile.seenPicture()).toEqual({ width: 300, height: 300, middle: 'red' })
  })

  const first = ingrid.server.url + String(await profile.picture.getAttribute('src'))
  await test.step('others see the picture, and so does the other tab', async () => {
    await other.open(`/profile/${ingrid.id}`)
    expect(await other.profile.seenPicture()).toMatchObject({ middle: 'red' })
    await second.bringToFront()
    await expect(second.getByRole('main').locator('img[width="120"]')).toHaveAttribute(
      'src',
      new URL(first).pathname + new URL(first).search,
    )
    await second.close()
  })

  await test.step('another picture replaces it', async () => {
    const address = await profile.setPicture(await profile.drawPicture('#00f', '#00f'))
    expect(address).not.toBe(first)
    expect(await profile.seenPicture()).toMatchObject({ middle: 'blue' })
    const [old, now] = await Promise.all([page.request.get(first), page.request.get(address)])
    expect([old.status(), now.status()]).toEqual([404, 200])
    expect(now.headers()).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' })
  })

  await test.step('the picture is removed after a confirmation', async () => {
    await profile.removePicture.click()
    const question = page.getByRole('dialog', { name: t('profiles.picture_remove_title') })
    await question.getByRole('button', { name: t('core.cancel') }).click()
    await expect(profile.picture).toBeVisible()
    await profile.removePicture.click()
    await question.getByRole('button', { name: t('profiles.picture_remove') }).click()
    await ingrid.expectToast(t('profiles.picture_removed'))
    await expect(profile.picture).toHaveCount(0)
    await expect(profile.choosePicture).toBeFocused()
    await other.page.reload()
    await expect(other.heading).toHaveText(ingrid.name)
    await expect(other.profile.picture).toHaveCount(0)
  })
})

test('a picture that a phone has rotated is dropped on the page, and an upload that fails loses nothing', async ({
  newPerson,
}) => {
  const ola = await newPerson('no', { member: true, name: 'Ola Hansen' })
  const { page, profile, t } = ola
  await ola.open('/profile')
  const { buffer } = await profile.drawTurnedPicture('#f00', '#00f')
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], 'bilde.jpg', { type: 'image/jpeg' }))
      return data
    },
    [...buffer],
  )
  await profile.choosePicture.dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(page.getByText(t('profiles.picture_drop'))).toBeVisible()
  await profile.choosePicture.dispatchEvent('drop', { dataTransfer: dropped })
  await profile.cropArea.waitFor()
  // Moves down to the end: then the upper half is in the circle.
  await profile.cropArea.focus()
  for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowDown')
  await profile.cropArea.press('+')

  ola.watch.allow(refusal(415), /ERR_FAILED/)
  const refused = { status: 415, json: { code: 'unsupported_media_type', request_id: 'x' } }
  await page.route('**/api/v1/me/picture', (route) => route.fulfill(refused))
  await profile.useCropped.click()
  await ola.expectToast('Kunne ikke laste opp profilbilde: Kun bildefiler er tillatt')
  await page.route('**/api/v1/me/picture', (route) => route.abort())
  await profile.useCropped.click()
  await ola.expectToast(t('profiles.picture_failed', { reason: t('errors.offline') }))
  await expect(profile.zoom).toHaveValue('1.1')
  await page.unrouteAll()
  await profile.useCropped.click()
  await profile.expectUploaded()
  expect(await profile.seenPicture()).toEqual({ width: 300, height: 300, middle: 'red' })

  // Cancelling during the upload stops it.
  await page.route('**/api/v1/me/picture', () => {})
  await profile.choose(await profile.drawPicture('#00f', '#00f'))
  await profile.useCropped.click()
  await expect(profile.cropDialog.getByRole('progressbar')).toBeVisible()
  const stopped = page.waitForEvent('requestfailed')
  await profile.cropDialog.getByRole('button', { name: t('core.cancel') }).click()
  await stopped
  await expect(profile.cropDialog).toHaveCount(0)
  await expect(page.getByText(/^Kunne ikke laste opp/)).toHaveCount(0)
})
