import { useEffect, useState } from 'react'
import type { TodayTrip } from '@samtur/contract/travel'
import { useAction } from '#lib/forms/action'
import type { Saying } from '#lib/offline-copy'
import type { Choice } from './model.ts'
import { useRefreshToday } from './queries.ts'
import { listWaiting, say, watchWaiting } from './sayings.ts'

/** Says what has happened on a trip, one press each. Without a network it is stored and sent later: then `waiting` is true. */
export function useSaying({ ride_id, companions }: TodayTrip) {
  const refresh = useRefreshToday()
  const waiting = useWaiting([ride_id, ...companions.map(({ reservation_id }) => reservation_id)].join(' '))
  const { start, running } = useAction<Choice, void>({
    toastKey: 'travel',
    run: async (choice) => {
      // Its button stays busy until the list is new: a second press would say the same again.
      if (await say(sayingOf(choice))) await refresh()
    },
  })
  return { start, running, waiting }
}

export type SayingOf = ReturnType<typeof useSaying>

/** Returns whether the device has something to send about one of these rides and reservations, also after a reload. */
function useWaiting(ids: string) {
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    let shown = true
    const look = () =>
      void listWaiting().then((items) => {
        if (shown) setWaiting(items.some((item) => item.say !== 'met' && ids.split(' ').includes(item.id)))
      })
    look()
    const stop = watchWaiting(look)
    return () => {
      shown = false
      stop()
    }
  }, [ids])
  return waiting
}

function sayingOf({ say: what, id, kind }: Choice): Saying {
  const at = new Date().toISOString()
  return what === 'ride'
    ? { say: 'ride', id, kind: kind === 'arrived' ? 'arrived' : 'got_in', at }
    : { say: what, id, kind, at }
}
