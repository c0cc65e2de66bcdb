/** When a request for seats ends; the server decides by it, and the page shows it before sending. Instants are in milliseconds. */
import { answerMinutes } from './constants.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Returns the last moment at which a request that is made now may end: half an hour before departure; where that is closer than ten minutes,
 * in ten minutes, and at departure at the latest.
 */
export function latestAnswer(departure: number, now: number): number {
  const soon = Math.min(now + answerMinutes.least * MINUTE, departure)
  return Math.max(departure - answerMinutes.beforeDeparture * MINUTE, soon)
}

/** Returns until when the driver can answer a request that is made now with a choice of hours. */
export const answerBy = (hours: number, departure: number, now: number): number =>
  Math.min(now + hours * HOUR, latestAnswer(departure, now))
