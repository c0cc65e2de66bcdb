import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#lib/api'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Switch } from '#ui/switch'

/** Milliseconds between two positions that are sent. */
const every = 15_000
/** Milliseconds after which a position is asked for again: a phone that lies still reports none by itself, and the server hides an old one. */
const askAgain = 60_000

// Missing in some browsers' private windows.
const canLocate = 'geolocation' in globalThis.navigator

type Problem = 'refused' | 'off_way'

/** Shows the reader's position on the links, only while this page is open and the switch is on. Leaving the page deletes what was shown. */
export function PositionSwitch({ ids }: { ids: readonly string[] }) {
  const t = useT()
  const format = useFormat()
  const [on, setOn] = useState(false)
  const { shownAt, problem } = usePosition(ids, on)
  return (
    <div className="flex flex-col gap-2">
      <Switch label={t('travel.show_position')} checked={on} onChange={(event) => setOn(event.target.checked)} />
      {on && shownAt && <p className="text-sm text-soft">{t('travel.position_at', { time: format.time(shownAt) })}</p>}
      {on && problem && (
        <Alert tone="warning" live>
          {t(problem === 'refused' ? 'travel.position_refused' : 'travel.position_off_way')}
        </Alert>
      )}
    </div>
  )
}

function usePosition(ids: readonly string[], on: boolean) {
  const [shownAt, setShownAt] = useState<string>()
  const [problem, setProblem] = useState<Problem>()
  const sentAt = useRef(0)
  const underWay = useRef<Promise<unknown>>(undefined)
  const send = useEffectEvent(async ({ coords: { latitude: lat, longitude: lon } }: GeolocationPosition) => {
    if (document.hidden || Date.now() - sentAt.current < every) return
    sentAt.current = Date.now()
    // One that is not sent for want of a network is followed by the next one.
    const requests = ids.map((id) => api.travel.position({ params: { id }, body: { lat, lon } }))
    const all = Promise.allSettled(requests)
    underWay.current = all
    const results = await all
    const stored = results.flatMap((result) => (result.status === 'fulfilled' ? result.value.stored : []))
    if (stored.length === 0) return
    setProblem(stored.includes(true) ? undefined : 'off_way')
    if (stored.includes(true)) setShownAt(new Date().toISOString())
  })
  const hide = useEffectEvent(async () => {
    // A position that arrives after its removal would be shown again.
    await underWay.current
    for (const id of ids) void api.travel.hidePosition({ params: { id } }).catch(() => {})
  })
  useEffect(() => {
    if (!on || !canLocate) return
    const options = { enableHighAccuracy: true, maximumAge: every }
    const watch = navigator.geolocation.watchPosition(
      (position) => void send(position),
      ({ code }) => {
        if (code === 1) setProblem('refused')
      },
      options,
    )
    const again = () =>
      navigator.geolocation.getCurrentPosition(
        (position) => void send(position),
        () => {},
        options,
      )
    const repeat = setInterval(again, askAgain)
    const leave = () => void hide()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      navigator.geolocation.clearWatch(watch)
      clearInterval(repeat)
      sentAt.current = 0
      setProblem(undefined)
      setShownAt(undefined)
      void hide()
    }
  }, [on])
  return { shownAt, problem: canLocate ? problem : 'refused' }
}
