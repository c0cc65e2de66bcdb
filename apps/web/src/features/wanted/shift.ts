/** How a departure differs from another one, in hours and minutes. */
export interface Shift {
  way: 'earlier' | 'same' | 'later'
  hours: number
  minutes: number
}

export function shiftOf(before: string, now: string): Shift {
  const total = Math.round((Date.parse(now) - Date.parse(before)) / 60_000)
  const way = total === 0 ? 'same' : total < 0 ? 'earlier' : 'later'
  return { way, hours: Math.floor(Math.abs(total) / 60), minutes: Math.abs(total) % 60 }
}
