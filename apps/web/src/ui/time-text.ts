import { latinDigits } from '#lib/digits'

/** Returns a typed time ('7', '700', '07:00', '7.30', '٧:٣٠') as HH:MM, or undefined. */
export function parseTime(text: string): string | undefined {
  const plain = latinDigits(text.trim())
  const parts = /^(\d{1,2})(?:[.:, ]?([0-5]\d))?$/.exec(plain)
  if (!parts) return undefined
  const hours = Number(parts[1])
  if (hours > 23) return undefined
  return `${String(hours).padStart(2, '0')}:${parts[2] ?? '00'}`
}
