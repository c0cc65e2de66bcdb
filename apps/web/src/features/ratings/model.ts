/** How long one usually waits for an answer, in steps that people think in. */
export function answerWithin(minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (minutes <= 15) return { unit: 'minutes', count: 15 }
  if (minutes <= 30) return { unit: 'minutes', count: 30 }
  const hours = Math.ceil(minutes / 60)
  // Twenty hours are a day to whoever waits.
  return hours <= 18 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.ceil(hours / 24) }
}
