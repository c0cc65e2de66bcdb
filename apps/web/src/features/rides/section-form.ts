import type { SectionPositions } from './model.ts'

/** The other end moves along where the chosen one would overtake it. */
export function moveSection(section: SectionPositions, change: Partial<SectionPositions>, last: number) {
  const { from_position: from, to_position: to } = { ...section, ...change }
  if (from < to) return { from_position: from, to_position: to }
  return change.from_position === undefined
    ? { from_position: to - 1, to_position: to }
    : { from_position: from, to_position: Math.min(from + 1, last) }
}
