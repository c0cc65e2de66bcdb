/** What a human found out about findings that axe cannot decide. The matrix treats any other undecided finding as a fault. */
interface Note {
  rule: string
  /** Selector of the element or of one around it. */
  within: string
  reason: string
}

export const notes: readonly Note[] = [
  {
    rule: 'color-contrast',
    within: 'svg text',
    reason:
      'Names on the map have a rim in the colour of the land, on which the text colour has more than 7:1 in both themes.',
  },
  {
    rule: 'color-contrast',
    within: 'select',
    reason:
      'The arrow lies over the end of the field, which the text never reaches; the colours are those of every field.',
  },
]
