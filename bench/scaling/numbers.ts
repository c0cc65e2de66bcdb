/** Figures as the documents show them. */

export const rounded = (value: number) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)))

export const shown = (value: number, unit?: string) => `${rounded(value).toLocaleString('en')}${unit ? ` ${unit}` : ''}`
