import { MovableClock } from '../src/platform/clock.ts'

/** Returns a clock in the middle of a period, such as that of a limit or a day, so that none ends while a test runs. */
export function middleOf(milliseconds: number): MovableClock {
  const clock = new MovableClock()
  clock.advance(1.5 * milliseconds - (Date.now() % milliseconds))
  return clock
}
