import type { Person } from '../../person.ts'
import { unknownId } from '../../screen.ts'
import { refusal } from '../../watch.ts'
import type { pictures, profiles } from '../profiles.ts'
import { failing, scenario, type Scenarios } from '../scenario.ts'

async function save(person: Person) {
  await person.open('/edit-profile')
  await person.profile.save.click()
}

export const profileScenarios: Scenarios<typeof profiles> = {
  'the own profile, signed out': scenario('visitor', '/profile'),
  'the own profile of a driver': scenario('driver', '/profile'),
  'the own profile of a passenger': scenario('passenger', '/profile'),
  "somebody's profile": scenario('passenger', ({ page }, { driver }) => page.goto(`/profile/${driver.id}`)),
  'unknown profile': scenario('visitor', async ({ page, watch }) => {
    watch.allow(refusal(404))
    await page.goto(`/profile/${unknownId}`)
  }),
  'a profile that failed': scenario('visitor', async (person, { driver, openRide }) => {
    await person.open(`/rides/${openRide}`)
    await failing(person, 'GET', `v1/profiles/${driver.id}`)
    await person.page.locator(`main a[href="/profile/${driver.id}"]`).first().click()
  }),
  'the form': scenario('newcomer', '/edit-profile'),
  'a change that failed': scenario('newcomer', async (person) => {
    await failing(person, 'PATCH', 'v1/me/profile')
    await save(person)
  }),
  'a change that was stored': scenario('newcomer', save),
}

const bytes = (count: number, mimeType: string) => ({ name: 'fil', mimeType, buffer: Buffer.alloc(count) })

async function crop(person: Person) {
  await person.open('/profile')
  await person.profile.choose(await person.profile.drawPicture('#14563f', '#ffc53d'))
  await person.profile.cropArea.waitFor()
}

async function upload(person: Person) {
  await crop(person)
  await person.profile.useCropped.click()
}

export const pictureScenarios: Scenarios<typeof pictures> = {
  'a file that is no picture': scenario('newcomer', async (person) => {
    await person.open('/profile')
    await person.profile.choose(bytes(10, 'text/plain'))
  }),
  'a picture of more than 5 MB': scenario('newcomer', async (person) => {
    await person.open('/profile')
    await person.profile.choose(bytes(5 * 1024 * 1024 + 1, 'image/jpeg'))
  }),
  'the crop dialog': scenario('newcomer', crop),
  'a picture that failed': scenario('newcomer', async (person) => {
    await failing(person, 'PUT', 'v1/me/picture')
    await upload(person)
  }),
  'a picture that was stored': scenario('passenger', async (person) => {
    await upload(person)
    await person.profile.expectUploaded()
  }),
}
