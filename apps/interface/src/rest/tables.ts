/** The closed list of operations. */
import type { Operation } from './operations.ts'
import { chatOperations } from './tables-chats.ts'
import { messageOperations } from './tables-messages.ts'
import { peopleOperations } from './tables-people.ts'
import { reportOperations } from './tables-reports.ts'
import { reservationOperations } from './tables-reservations.ts'
import { rideOperations } from './tables-rides.ts'
import { supportOperations } from './tables-support.ts'

export const operations: readonly Operation[] = [
  ...rideOperations,
  ...peopleOperations,
  ...reservationOperations,
  ...chatOperations,
  ...messageOperations,
  ...reportOperations,
  ...supportOperations,
]
