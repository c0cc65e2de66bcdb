/** Other prices than the trips' that a driver names again and again reach the administrators. */
import { namesPrice, otherPriceIn } from '@samtur/contract/named-prices'
import { dayOf } from '#platform/clock'
import type { Parts } from '#platform/http/context'
import { announceReports } from './service-reports.ts'
import { addReportOfPrices } from './store.ts'
import { listTextsOfDriver, type WrittenText } from './views-prices.ts'

/** One note or message may be a slip or an agreement; three, to one person or to several, are a way of charging more. */
const MOST_NAMED = 3

/**
 * Files a report of the driver, with the prices and without the texts, where the notes and messages name another price for the third time. A
 * failure is only logged, because what the person has written is stored already.
 */
export async function noteNamedPrice(
  { db, bus, log }: Pick<Parts, 'db' | 'bus' | 'log'>,
  driverId: string,
  text: string | null | undefined,
): Promise<void> {
  if (!text || !namesPrice(text)) return
  try {
    await db.tx(async (tx) => {
      const filed = await addReportOfPrices(tx, driverId, async () => {
        const named = (await listTextsOfDriver(tx, driverId)).flatMap(lineOf)
        return named.length < MOST_NAMED ? undefined : named.join('\n')
      })
      if (filed) await announceReports(tx, { bus })
    })
  } catch (error) {
    log.warn({ err: error }, 'named prices could not be compared')
  }
}

function lineOf({ text, prices, price, ...ride }: WrittenText): string[] {
  const named = otherPriceIn(text, prices)
  if (named === undefined) return []
  return [`${ride.start_location} – ${ride.end_location}, ${dayOf(ride.departure_time)}: ${named} kr (${price} kr)`]
}
