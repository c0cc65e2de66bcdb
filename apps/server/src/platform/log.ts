/** Structured log lines on standard output. They never hold a secret, a message text, a phone number or an address. */
import { pino, type Logger } from 'pino'

export type Log = Logger

export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
