/** Hairstyles and head coverings of the drawn people: the part behind the head, and the part over the forehead. */

export interface Hair {
  /** The part behind neck and shoulders. */
  back?: string
  /** The part over the forehead. */
  front?: string
}

export interface HairColours {
  main: string
  /** Colour of strands and seams. */
  dark: string
  /** Colour of cloth: hijabs, hats and ribbons. */
  cloth: string
  clothDark: string
}

const cap =
  'M92 142 C86 92 112 60 150 60 C188 60 214 92 208 142 C206 122 200 110 192 104 C166 112 132 112 108 104 C100 112 94 124 92 142Z'

const strand = (path: string, colour: string, width = 3) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" opacity=".5"/>`

const circles = (colour: string, spots: [x: number, y: number, r: number][]) =>
  spots.map(([cx, cy, r]) => `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${colour}"/>`).join('')

const styles = {
  short: ({ main, dark }: HairColours): Hair => ({
    front: `<path fill="${main}" d="M92 140 C84 88 112 56 152 57 C194 58 216 92 208 140 C205 124 201 114 194 107 C172 108 146 102 130 90 C122 102 108 108 103 113 C97 120 94 128 92 140Z"/>
      ${strand('M132 88 C142 78 158 72 174 74', dark)}`,
  }),
  quiff: ({ main, dark }: HairColours): Hair => ({
    front: `<path fill="${main}" d="M93 138 C88 112 92 94 102 84 C98 62 130 44 164 50 C196 50 214 84 207 138 C205 124 202 114 196 106 C176 100 140 102 112 98 C100 104 96 118 93 138Z"/>
      ${strand('M112 82 C130 66 158 62 184 72', dark)}${strand('M122 92 C142 80 166 80 188 90', dark)}`,
  }),
  buzz: ({ main }: HairColours): Hair => ({
    front: `<path fill="${main}" d="M95 134 C92 92 116 66 150 66 C184 66 208 92 205 134 C202 116 196 106 186 100 C164 94 136 94 114 100 C104 106 98 116 95 134Z"/>`,
  }),
  curly: ({ main }: HairColours): Hair => ({
    front: circles(main, [
      [104, 116, 17],
      [106, 92, 20],
      [124, 74, 21],
      [150, 68, 22],
      [176, 74, 21],
      [194, 92, 20],
      [196, 116, 17],
      [138, 90, 16],
      [164, 90, 16],
    ]),
  }),
  afro: ({ main }: HairColours): Hair => ({
    back: `<path fill="${main}" d="M150 34 C212 34 240 78 234 126 C232 160 216 176 200 178 L100 178 C84 176 68 160 66 126 C60 78 88 34 150 34Z"/>`,
    front: `<path fill="${main}" d="M94 140 C88 96 112 62 150 62 C188 62 212 96 206 140 C202 116 194 104 184 100 C164 94 136 94 116 100 C106 104 98 116 94 140Z"/>`,
  }),
  bald: ({ main }: HairColours): Hair => ({
    front: `<path fill="${main}" d="M94 146 C90 130 92 118 97 110 C101 118 100 132 99 146Z M206 146 C210 130 208 118 203 110 C199 118 200 132 201 146Z"/>`,
  }),
  receding: ({ main }: HairColours): Hair => ({
    front: `<path fill="${main}" d="M92 148 C84 96 110 62 150 60 C190 62 216 96 208 148 C206 128 202 112 192 98 C186 90 176 86 168 92 C156 82 142 82 132 92 C124 86 114 90 108 98 C98 112 94 128 92 148Z"/>`,
  }),
  long: ({ main, dark }: HairColours): Hair => ({
    back: `<path fill="${main}" d="M150 52 C206 52 224 96 220 146 C218 186 228 222 236 252 C210 268 90 268 64 252 C72 222 82 186 80 146 C76 96 94 52 150 52Z"/>`,
    front: `<path fill="${main}" d="M90 156 C82 96 108 58 150 58 C192 58 218 96 210 156 C206 130 196 112 182 104 C166 100 152 92 144 82 C136 98 118 108 106 114 C96 124 92 140 90 156Z"/>
      ${strand('M144 82 C158 90 176 96 188 104', dark)}`,
  }),
  wavy: ({ main, dark }: HairColours): Hair => ({
    back: `<path fill="${main}" d="M150 50 C208 50 228 92 222 134 C218 156 236 170 232 196 C230 214 244 226 236 248 C222 264 206 252 196 258 L104 258 C94 252 78 264 64 248 C56 226 70 214 68 196 C64 170 82 156 78 134 C72 92 92 50 150 50Z"/>`,
    front: `<path fill="${main}" d="M90 152 C82 96 106 58 150 58 C194 58 218 96 210 152 C204 128 198 116 186 108 C170 106 164 96 158 84 C146 100 122 104 110 112 C98 122 94 136 90 152Z"/>
      ${strand('M158 84 C144 98 124 102 112 110', dark)}`,
  }),
  bob: ({ main, dark }: HairColours): Hair => ({
    back: `<path fill="${main}" d="M150 50 C208 50 226 94 222 142 C222 172 226 190 218 204 C200 214 100 214 82 204 C74 190 78 172 78 142 C74 94 92 50 150 50Z"/>`,
    front: `<path fill="${main}" d="M90 154 C82 94 108 58 150 58 C192 58 218 94 210 154 C206 134 202 122 196 112 C180 114 124 114 104 112 C98 122 94 134 90 154Z"/>
      ${strand('M126 74 C122 88 118 100 112 110', dark)}${strand('M150 70 L150 110', dark)}${strand('M174 74 C178 88 182 100 188 110', dark)}`,
  }),
  pixie: ({ main, dark }: HairColours): Hair => ({
    front: `<path fill="${main}" d="M90 158 C78 96 106 54 152 55 C198 56 220 98 210 156 C207 140 204 130 200 122 C182 122 152 112 134 92 C128 112 112 122 100 128 C96 138 93 148 90 158Z"/>
      ${strand('M134 92 C150 82 172 84 190 96', dark)}`,
  }),
  bun: ({ main, dark, cloth }: HairColours): Hair => ({
    back: `<circle cx="150" cy="46" r="29" fill="${main}"/>${strand('M132 40 C142 30 160 30 170 42', dark)}`,
    front: `<path fill="${main}" d="${cap}"/><path d="M124 66 C140 58 160 58 176 66" fill="none" stroke="${cloth}" stroke-width="7" stroke-linecap="round"/>`,
  }),
  ponytail: ({ main, dark, cloth }: HairColours): Hair => ({
    back: `<path fill="${main}" d="M186 76 C226 70 246 104 242 144 C240 182 250 206 236 234 C222 226 212 206 212 178 C212 140 206 112 186 98Z"/>${strand('M226 112 C232 146 228 182 232 212', dark)}`,
    front: `<path fill="${main}" d="${cap}"/>${strand('M112 100 C126 86 150 76 182 76', dark)}<circle cx="200" cy="86" r="8" fill="${cloth}"/>`,
  }),
  braids: ({ main, dark, cloth }: HairColours): Hair => ({
    back: `<path fill="${main}" d="M150 52 C204 52 222 94 216 150 L84 150 C78 94 96 52 150 52Z"/>`,
    front: `<path fill="${main}" d="M90 150 C82 94 108 58 150 58 C192 58 218 94 210 150 C204 126 178 108 150 84 C122 108 96 126 90 150Z"/>
      ${[88, 212].map((x) => braid(x, main, dark, cloth)).join('')}${strand('M150 60 L150 84', dark)}`,
  }),
  locs: ({ main, dark }: HairColours): Hair => ({
    back: `<path fill="${main}" d="M150 50 C206 50 228 92 226 140 C230 176 232 206 228 240 C214 250 208 246 204 240 L96 240 C92 246 86 250 72 240 C68 206 70 176 74 140 C72 92 94 50 150 50Z"/>
      ${[84, 98, 202, 216].map((x) => strand(`M${x} 130 C${x - 4} 170 ${x + 4} 200 ${x} 230`, dark)).join('')}`,
    front: `<path fill="${main}" d="${cap}"/>${strand('M128 70 C118 82 112 92 108 104', dark)}${strand('M150 64 L150 106', dark)}${strand('M172 70 C182 82 188 92 192 104', dark)}`,
  }),
  hijab: ({ cloth, clothDark }: HairColours): Hair => ({
    back: `<path fill="${cloth}" d="M150 44 C212 44 232 92 226 146 C222 188 236 224 250 262 C220 290 80 290 50 262 C64 224 78 188 74 146 C68 92 88 44 150 44Z"/>`,
    front: `<path fill="${cloth}" fill-rule="evenodd" d="M150 50 C206 50 226 94 220 150 C216 196 196 232 150 234 C104 232 84 196 80 150 C74 94 94 50 150 50Z M150 88 C118 90 102 112 102 146 C102 182 122 208 150 210 C178 208 198 182 198 146 C198 112 182 90 150 88Z"/>
      <path fill="${clothDark}" d="M150 88 C118 90 102 112 102 146 C102 150 102 154 103 158 C106 116 124 99 150 98 C176 99 194 116 197 158 C198 154 198 150 198 146 C198 112 182 90 150 88Z"/>
      <path fill="${cloth}" d="M92 196 C120 232 190 226 212 186 C226 222 214 254 176 262 C130 266 96 240 92 196Z"/>
      ${strand('M100 212 C130 238 180 236 208 206', clothDark)}${strand('M112 236 C142 252 178 250 204 228', clothDark)}`,
  }),
  beanie: ({ main, cloth, clothDark }: HairColours): Hair => ({
    back: `<path fill="${main}" d="M90 110 L210 110 C216 140 214 168 212 184 L88 184 C86 168 84 140 90 110Z"/>`,
    front: `<circle cx="150" cy="36" r="17" fill="#F6F7F2"/>
      <path fill="${cloth}" d="M90 112 C84 68 114 44 150 44 C186 44 216 68 210 112Z"/>
      <path d="M98 82 l13 -13 13 13 13 -13 13 13 13 -13 13 13 13 -13 13 13" fill="none" stroke="#F6F7F2" stroke-width="5" stroke-linejoin="round"/>
      <rect x="84" y="96" width="132" height="28" rx="12" fill="${clothDark}"/>
      ${[100, 116, 132, 148, 164, 180, 196].map((x) => `<path d="M${x} 101 v18" stroke="${cloth}" stroke-width="3" stroke-linecap="round" opacity=".7"/>`).join('')}`,
  }),
} satisfies Record<string, (colours: HairColours) => Hair>

export type HairStyle = keyof typeof styles

export const drawHair = (style: HairStyle, colours: HairColours): Hair => styles[style](colours)

function braid(x: number, main: string, dark: string, cloth: string) {
  const knots = [164, 188, 212].map(
    (y) =>
      `<ellipse cx="${x}" cy="${y}" rx="15" ry="16" fill="${main}"/>${strand(`M${x - 10} ${y - 4} L${x} ${y + 6} L${x + 10} ${y - 4}`, dark)}`,
  )
  return `${knots.join('')}<path fill="${main}" d="M${x - 10} 232 L${x + 10} 232 L${x} 252Z"/><rect x="${x - 10}" y="226" width="20" height="8" rx="4" fill="${cloth}"/>`
}
