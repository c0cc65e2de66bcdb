/** Pure rules of the time that a driver has for an answer: when a request ends, and when the driver is reminded of it. */
import { answerBy as by, latestAnswer as latest } from '@samtur/contract/answers'
import { answerMinutes, answerReminders, heldAnswer, silentHours } from '@samtur/contract/constants'
import { clockOf, dayOf, instantInOslo } from '#platform/clock'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Returns the last moment at which a request that is made now may end. */
export const latestAnswer = (departure: Date, now: Date): Date => new Date(latest(departure.getTime(), now.getTime()))

/** Returns until when the driver can answer a request that is made now. */
export const answerBy = (now: Date, hours: number, departure: Date): Date =>
  new Date(by(hours, departure.getTime(), now.getTime()))

/**
 * Returns until when the driver can answer a request that is made now and holds its seats, which the next person may be waiting for. It has ten
 * minutes at least, as every request.
 */
export function heldAnswerBy(now: Date, departure: Date): Date {
  const left = departure.getTime() - now.getTime()
  const most = Math.min(heldAnswer.maxHours * HOUR, Math.floor(left * heldAnswer.part))
  const least = Math.min(answerMinutes.least * MINUTE, left)
  return new Date(Math.min(now.getTime() + Math.max(most, least), latestAnswer(departure, now).getTime()))
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Returns whether it is night by the clock in Oslo. */
function isNight(at: Date): boolean {
  const time = clockOf(at)
  return time >= clock(silentHours.from) || time < clock(silentHours.until)
}

/** Returns the next morning in Oslo, at the end of the silent hours. */
function morningAfter(at: Date): Date {
  const today = dayOf(at)
  const day =
    clockOf(at) < clock(silentHours.until) ? today : Temporal.PlainDate.from(today).add({ days: 1 }).toString()
  const morning = instantInOslo(day, clock(silentHours.until))
  if (!morning) throw new Error(`${day} has no morning`)
  return morning
}

/** Returns when something about a trip may be sent that is due at a moment: then, or in the morning where it is night and the departure is far. */
export function afterNight(at: Date, departure: Date): Date {
  const isUrgent = departure.getTime() - at.getTime() <= silentHours.urgentHours * HOUR
  return isNight(at) && !isUrgent ? morningAfter(at) : at
}

export interface Answerable {
  created_at: Date
  answer_by: Date
  departure: Date
}

/** Returns the next time after `now` at which the driver is reminded of a request; undefined when there is none before it ends. */
export function nextReminder({ created_at, answer_by, departure }: Answerable, now: Date): Date | undefined {
  const [from, until] = [created_at.getTime(), answer_by.getTime()]
  return (
    answerReminders
      .map((part) => afterNight(new Date(Math.round(from + part * (until - from))), departure))
      .filter((at) => at > now && at < answer_by)
      // One that waits for the morning may come after the next one, which is urgent.
      .toSorted((a, b) => a.getTime() - b.getTime())[0]
  )
}
