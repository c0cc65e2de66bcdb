/** The time of requests and offers: when a request ends, and how much of its time has passed. No React, no texts. */
import { answerBy as by } from '@samtur/contract/answers'
import type { AnswerHours } from '@samtur/contract/constants'

const minute = 60_000

/** Returns until when the driver can answer a request that is sent now. */
export const answerBy = (hours: AnswerHours, departure: string, now: number): string =>
  new Date(by(hours, Date.parse(departure), now)).toISOString()

export interface TimeLeft {
  /** Of the whole time, from 0 to 1. */
  passed: number
  /** Whole minutes, rounded up; 0 when the time is over. */
  minutes: number
}

/** Returns how much of the time between two instants has passed and is left. */
export function timeLeft(from: string, until: string, now: number): TimeLeft {
  const [start, end] = [Date.parse(from), Date.parse(until)]
  if (now >= end) return { passed: 1, minutes: 0 }
  const passed = Math.max(0, now - start) / Math.max(1, end - start)
  return { passed, minutes: Math.ceil((end - now) / minute) }
}

/** Returns what screen readers hear of the time left: a change at the last hour, at the last ten minutes and at the end. */
export function milestoneOf(minutes: number): 'hour' | 'ten' | 'over' | undefined {
  if (minutes <= 0) return 'over'
  if (minutes <= 10) return 'ten'
  return minutes <= 60 ? 'hour' : undefined
}
