/** Rounds a driver's usual response time up to a step in minutes, hours or days. */
export function answerWithin(minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (minutes <= 15) return { unit: 'minutes', count: 15 }
  if (minutes <= 30) return { unit: 'minutes', count: 30 }
  const hours = Math.ceil(minutes / 60)
  // From 18 hours on, days are easier to read.
  return hours <= 18 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.ceil(hours / 24) }
}
