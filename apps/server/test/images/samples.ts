/** Parts of the corpus's files. */
import sharp, { type Sharp } from 'sharp'
import * as build from './bytes.ts'

export const canary = 'KANARIFUGL-7391'

/** The four quarters of the good pictures, upright: red, green, blue, white. */
export const quarters = [
  [220, 30, 30],
  [30, 160, 60],
  [40, 60, 210],
  [250, 250, 250],
] as const

export type Outcome = 'quarters' | 'picture' | 'type' | 'invalid' | 'pixels' | 'required' | 'too_large'

export interface Sample {
  name: string
  bytes: Buffer
  /** The type the sender claims; image/jpeg by default. */
  claimed?: string
  /** More than one where the decoder may decide. */
  outcome: Outcome | readonly Outcome[]
}

const SIDE = 64
export const refusedOrPicture = ['invalid', 'picture'] as const

/** Draws the quarters so that the orientation (1 to 8) turns them upright. */
export function quartered(orientation = 1, alpha = false): Sharp {
  const channels = alpha ? 4 : 3
  const raw = Buffer.alloc(SIDE * SIDE * channels, 255)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const [shownX, shownY] = shownAt(orientation, x, y)
      const quarter = (shownX < SIDE / 2 ? 0 : 1) + (shownY < SIDE / 2 ? 0 : 2)
      for (const [i, value] of (quarters[quarter as 0] ?? []).entries()) raw[(y * SIDE + x) * channels + i] = value
    }
  return sharp(raw, { raw: { width: SIDE, height: SIDE, channels } })
}

function shownAt(orientation: number, x: number, y: number): [number, number] {
  const [right, bottom] = [SIDE - 1 - x, SIDE - 1 - y]
  const places: [number, number][] = [
    [x, y],
    [right, y],
    [right, bottom],
    [x, bottom],
    [y, x],
    [bottom, x],
    [bottom, right],
    [y, right],
  ]
  return places[orientation - 1] ?? [x, y]
}

export const exif = {
  IFD0: { Copyright: canary, Artist: canary, ImageDescription: canary },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 54/1 49/1', GPSLongitudeRef: 'E', GPSLongitude: '10/1 45/1 8/1' },
}
export const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${canary}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
export const text = (value: string) => Buffer.from(value, 'latin1')
export const html = text(`<!doctype html><html><script>alert('${canary}')</script></html>`)
export const svg = text(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert('${canary}')</script><image href="file:///etc/passwd"/></svg>`,
)
export const zip = Buffer.concat([
  text('PK\u0003\u0004'),
  Buffer.alloc(26),
  text(canary),
  text('PK\u0005\u0006'),
  Buffer.alloc(18),
])
export const ftyp = (brand: string) =>
  Buffer.concat([build.uint32(24), text(`ftyp${brand}`), Buffer.alloc(4), text(`mif1${brand}`)])

export const jpeg = (image: Sharp) => image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()

export const large = () => sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#2a7' } })
