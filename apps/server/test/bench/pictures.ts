/** Sizes of pictures as the product stores them. */
import sharp from 'sharp'
import { renderAvatar } from '../../src/demo/avatar.ts'
import { people } from '../../src/demo/people.ts'
import { createRandom } from '../../src/demo/random.ts'
import { createImages } from '../../src/platform/files/images.ts'
import { createLog } from '../../src/platform/log.ts'

/** Returns kB: drawn profile pictures on average, and of noise, which is larger than photos are. */
export async function sizesOfPictures(): Promise<Record<string, number>> {
  const looks = people.flatMap(({ look }) => (look ? [look] : [])).slice(0, 20)
  const random = createRandom('pictures')
  const drawn = await Promise.all(looks.map(async (look) => (await renderAvatar(look, random)).byteLength))
  const noise = (width: number, height: number) =>
    sharp({
      create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
    })
      .jpeg()
      .toBuffer()
  const images = createImages(createLog('silent'))
  const square = await images.square(await noise(300, 300))
  const photo = await images.photo(await noise(1920, 1440))
  await images.close()
  return {
    'drawn, of a profile': drawn.reduce((sum, bytes) => sum + bytes, 0) / drawn.length / 1000,
    'noise, of a profile': square.bytes.byteLength / 1000,
    'noise of 1920 × 1440 pixels in a conversation': photo.bytes.byteLength / 1000,
  }
}
