/** Draws the demo's people: flat, friendly faces in the product's colours, as SVG and then as the JPEG a profile keeps. */
import sharp from 'sharp'
import { drawHair, type HairStyle } from './avatar-hair.ts'
import type { Random } from './random.ts'

export interface Look {
  skin: Skin
  hair: HairStyle
  colour?: HairColour
  beard?: 'stubble' | 'full' | 'moustache'
  glasses?: 'round' | 'square'
}

const skins = {
  rose: { base: '#F9DCCB', shade: '#EDBFA8', blush: '#F0907F' },
  light: { base: '#F3CBAE', shade: '#E0A987', blush: '#E88070' },
  sand: { base: '#E3B088', shade: '#CB9067', blush: '#D9705A' },
  olive: { base: '#CD9869', shade: '#B17C4F', blush: '#C0603F' },
  brown: { base: '#A06B44', shade: '#855433', blush: '#B0492F' },
  dark: { base: '#74492F', shade: '#5A3622', blush: '#94402B' },
}
export type Skin = keyof typeof skins

const hairColours = {
  pale: ['#F2DCA3', '#C9A860'],
  blond: ['#E2B65C', '#A87E30'],
  red: ['#BC5A2C', '#853812'],
  chestnut: ['#8A5331', '#5B3119'],
  brown: ['#5B3A27', '#371F12'],
  black: ['#2A2220', '#0F0B0A'],
  grey: ['#A6ABA7', '#767C78'],
  white: ['#D9DDD6', '#A7ADA5'],
} as const
export type HairColour = keyof typeof hairColours

/** Background tints and cloth of the design's light palette. */
const grounds = { mint: '#DDEEE4', ice: '#DFEDF5', sun: '#FFF1CC', snow: '#E6EBE3', rose: '#FBE4E3' }
const cloths: [main: string, dark: string, pattern: string][] = [
  ['#14563F', '#0E3F2E', '#F6F7F2'],
  ['#1B5E86', '#134663', '#F6F7F2'],
  ['#A8232B', '#7F1820', '#F6F7F2'],
  ['#FFC53D', '#DDA01A', '#14563F'],
  ['#F6F7F2', '#DDE2D8', '#A8232B'],
  ['#4A5A51', '#36443D', '#FFC53D'],
  ['#6FD3A8', '#4BB187', '#0E3F2E'],
]

const INK = '#14231C'
const HEAD =
  'M96 128 C96 92 118 72 150 72 C182 72 204 92 204 128 L204 148 C204 186 180 214 150 214 C120 214 96 186 96 148Z'
const BODY = 'M34 300 C36 254 74 236 126 230 C138 244 162 244 174 230 C226 236 264 254 266 300Z'

export function drawAvatar(look: Look, random: Random): string {
  const skin = skins[look.skin]
  const [main, dark] = hairColours[look.colour ?? 'brown']
  const jumper = random.pick(cloths)
  const cloth = random.pick(cloths.filter((it) => it !== jumper))
  const ground = random.pick(groundsFor(look))
  const hair = drawHair(look.hair, { main, dark, cloth: cloth[0], clothDark: cloth[1] })
  const covered = look.hair === 'hijab'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">
    <defs><clipPath id="body"><path d="${BODY}"/></clipPath><clipPath id="head"><path d="${HEAD}"/></clipPath></defs>
    <rect width="300" height="300" fill="${ground}"/>
    <g transform="translate(150 ${random.int(196, 202)}) scale(1.1) translate(-150 -190)">
      ${hair.back ?? ''}
      ${covered ? '' : neck(skin)}
      ${drawJumper(jumper, random)}
      ${covered && hair.back ? hair.back.replace('d="', 'clip-path="url(#body)" d="') : ''}
      ${covered ? '' : ears(skin)}
      <path d="${HEAD}" fill="${skin.base}"/>
      <g clip-path="url(#head)">${cheeks(skin)}${drawBeard(look, main)}</g>
      ${drawFace(look, skin, random, dark)}
      ${hair.front ?? ''}
      ${drawGlasses(look)}
    </g>
  </svg>`
}

/** Leaves out backgrounds in the colour of light hair or fair skin, which would not be visible. */
function groundsFor({ colour, skin }: Look): string[] {
  const { mint, ice, sun, snow, rose } = grounds
  return [
    mint,
    ice,
    ...(colour === 'pale' || colour === 'blond' ? [] : [sun]),
    ...(colour === 'white' || colour === 'grey' ? [] : [snow]),
    ...(skin === 'rose' || skin === 'light' ? [] : [rose]),
  ]
}

type SkinTones = (typeof skins)[Skin]

const neck = ({ base, shade }: SkinTones) =>
  `<path fill="${base}" d="M126 190 L174 190 L176 246 L124 246Z"/><path fill="${shade}" d="M126 196 L174 196 L174 208 C166 222 134 222 126 208Z"/>`

const ears = ({ base, shade }: SkinTones) =>
  [94, 206]
    .map((x) => `<circle cx="${x}" cy="148" r="13" fill="${base}"/><circle cx="${x}" cy="148" r="6" fill="${shade}"/>`)
    .join('')

const cheeks = ({ blush }: SkinTones) =>
  [112, 188].map((x) => `<circle cx="${x}" cy="170" r="14" fill="${blush}" opacity=".22"/>`).join('')

function drawFace({ hair, colour, glasses }: Look, skin: SkinTones, random: Random, hairDark: string) {
  const brow = hair === 'hijab' || colour === undefined ? INK : hairDark
  const raised = random.int(-2, 2) - (glasses ? 6 : 0)
  const brows = `<path d="M116 ${130 + raised} Q127 ${123 + raised} 138 ${129 + raised} M162 ${129 + raised} Q173 ${123 + raised} 184 ${130 + raised}"
    fill="none" stroke="${brow}" stroke-width="5" stroke-linecap="round" opacity=".85"/>`
  const nose = `<path d="M150 152 Q143 168 151 171" fill="none" stroke="${skin.shade}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`
  return brows + drawEyes(random) + nose + drawMouth(random)
}

function drawEyes(random: Random) {
  const laughing = random.chance(0.22)
  return [128, 172]
    .map((x) =>
      laughing
        ? `<path d="M${x - 9} 150 Q${x} 139 ${x + 9} 150" fill="none" stroke="${INK}" stroke-width="5" stroke-linecap="round"/>`
        : `<ellipse cx="${x}" cy="147" rx="6" ry="7" fill="${INK}"/><circle cx="${x + 2}" cy="144" r="2" fill="#FFFFFF"/>`,
    )
    .join('')
}

const mouths = [
  `<path d="M130 184 Q150 202 170 184" fill="none" stroke="#7A2E2B" stroke-width="5" stroke-linecap="round"/>`,
  `<path d="M134 186 Q150 198 168 183" fill="none" stroke="#7A2E2B" stroke-width="5" stroke-linecap="round"/>`,
  `<path d="M129 182 Q150 188 171 182 Q168 206 150 206 Q132 206 129 182Z" fill="#7A2E2B"/><path d="M133 184 Q150 189 167 184 L166 191 Q150 195 134 191Z" fill="#FFFFFF"/>`,
  `<path d="M132 183 Q150 188 168 183 Q164 200 150 200 Q136 200 132 183Z" fill="#FFFFFF" stroke="#7A2E2B" stroke-width="4" stroke-linejoin="round"/>`,
]
const drawMouth = (random: Random) => random.pick(mouths)

function drawBeard({ beard }: Look, colour: string) {
  const jaw = 'M90 146 C104 160 108 172 124 174 C140 170 160 170 176 174 C192 172 196 160 210 146 L210 224 L90 224Z'
  if (beard === 'stubble') return `<path d="${jaw}" fill="${INK}" opacity=".16"/>`
  if (beard === 'full') return `<path d="${jaw}" fill="${colour}"/>`
  if (beard === 'moustache')
    return `<path fill="${colour}" d="M122 184 C126 172 140 170 150 175 C160 170 174 172 178 184 C168 182 158 181 150 181 C142 181 132 182 122 184Z"/>`
  return ''
}

function drawGlasses({ glasses }: Look) {
  if (!glasses) return ''
  const frame = (x: number) =>
    glasses === 'round'
      ? `<circle cx="${x}" cy="147" r="19" fill="#FFFFFF" fill-opacity=".18" stroke="${INK}" stroke-width="4"/>`
      : `<rect x="${x - 20}" y="132" width="40" height="30" rx="9" fill="#FFFFFF" fill-opacity=".18" stroke="${INK}" stroke-width="4"/>`
  return `${frame(127)}${frame(173)}<path d="M146 145 Q150 141 154 145 M107 144 L96 140 M193 144 L204 140" fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>`
}

/** Draws a knitted jumper: a ribbed collar, and over the shoulders one of a few simple Nordic patterns. */
function drawJumper([main, dark, pattern]: [string, string, string], random: Random) {
  const yoke = random.pick([zigzag, snow, stripes, plain, zigzag])
  return `<path d="${BODY}" fill="${main}"/><g clip-path="url(#body)">${yoke(pattern)}</g>
    <path d="M120 230 C130 252 170 252 180 230" fill="none" stroke="${dark}" stroke-width="14" stroke-linecap="round"/>`
}

const round = (offset: number) =>
  `M40 ${296 + offset} C70 ${250 + offset} 110 ${262 + offset} 150 ${264 + offset} C190 ${262 + offset} 230 ${250 + offset} 260 ${296 + offset}`

function zigzag(colour: string) {
  const teeth = Array.from({ length: 13 }, () => 'l10 -12 l10 12').join(' ')
  return `<path d="M20 266 ${teeth}" fill="none" stroke="${colour}" stroke-width="5" stroke-linejoin="round"/>
    <path d="M0 278 L300 278" stroke="${colour}" stroke-width="4" stroke-dasharray="4 10" stroke-linecap="round"/>`
}
const snow = (colour: string) =>
  Array.from({ length: 9 }, (_, index) => {
    const [x, y] = [30 + index * 30, index % 2 ? 260 : 274]
    return `<path d="M${x - 6} ${y} h12 M${x} ${y - 6} v12 M${x - 4} ${y - 4} l8 8 M${x + 4} ${y - 4} l-8 8" stroke="${colour}" stroke-width="3" stroke-linecap="round"/>`
  }).join('')
const stripes = (colour: string) =>
  [-10, 8].map((offset) => `<path d="${round(offset)}" fill="none" stroke="${colour}" stroke-width="7"/>`).join('')
const plain = () => ''

/** Returns the picture as a profile stores it. */
export async function renderAvatar(look: Look, random: Random): Promise<Uint8Array> {
  return sharp(Buffer.from(drawAvatar(look, random)))
    .jpeg({ quality: 85 })
    .toBuffer()
}
