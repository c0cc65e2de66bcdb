import { useEffect, useRef, useState } from 'react'
import type { CheckIn } from '@samtur/contract/travel'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import type { Saying } from '#lib/offline-copy'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { hasSaid } from './model.ts'
import { useRefreshToday } from './queries.ts'
import { listWaiting, say, watchWaiting } from './sayings.ts'

type Kind = 'got_in' | 'arrived' | 'not_met'

interface SayButtonsProps {
  about: { say: 'reservation' | 'ride'; id: string }
  said: readonly CheckIn[]
  choices: readonly { kind: Kind; label: string }[]
  /** The other side, whom the question before 'did not meet' names. */
  name?: string
}

/** What has happened, one press each. Without a network it is stored and sent later. */
export function SayButtons({ about, said, choices, name = '' }: SayButtonsProps) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { start, running, waiting } = useSaying(about, () => {
    // The pressed button is gone.
    if (document.activeElement === document.body) box.current?.focus()
  })
  const picked = choices.find(({ kind }) => kind === 'got_in')?.label ?? ''
  const press = (kind: Kind) => (kind === 'not_met' ? setAsking(true) : void start(kind))
  const sure = () => {
    setAsking(false)
    void start('not_met')
  }
  const open = choices.filter(({ kind }) => !hasSaid(said, kind))
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-3">
        {open.map(({ kind, label }) => (
          <Button
            key={kind}
            size="lg"
            variant={kind === 'not_met' ? 'ghost' : 'quiet'}
            busy={running === kind}
            onClick={() => press(kind)}
            className="flex-1 basis-36 wrap-anywhere"
          >
            {label}
          </Button>
        ))}
      </div>
      {waiting && (
        <p role="status" className="text-sm font-medium">
          {t('travel.queued')}
        </p>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('travel.not_met_title')}
        closeLabel={t('core.close')}
        size="sm"
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t('core.cancel')}
            </Button>
            <Button onClick={sure}>{t('travel.not_met')}</Button>
          </>
        }
      >
        <p>{t('travel.not_met_text', { name, picked })}</p>
      </Dialog>
    </div>
  )
}

function useSaying({ say: what, id }: SayButtonsProps['about'], onSent: () => void) {
  const refresh = useRefreshToday()
  const [waiting, setWaiting] = useState(false)
  // Also after a reload the device may still have something to send.
  useEffect(() => {
    let shown = true
    const look = () =>
      void listWaiting().then((items) => {
        if (shown) setWaiting(items.some((item) => item.id === id && item.say === what))
      })
    look()
    const stop = watchWaiting(look)
    return () => {
      shown = false
      stop()
    }
  }, [id, what])
  const { start, running } = useAction<Kind, { sent: boolean }>({
    toastKey: 'travel',
    // False would say that the person has stopped it.
    run: async (kind) => ({ sent: await sendOrStore(what, id, kind) }),
    onDone: ({ sent }) => {
      if (sent) void refresh().then(onSent)
    },
  })
  return { start, running, waiting }
}

/** Returns false where it waits on the device for a network. */
async function sendOrStore(what: 'reservation' | 'ride', id: string, kind: Kind): Promise<boolean> {
  const at = new Date().toISOString()
  const saying: Saying =
    what === 'ride'
      ? { say: 'ride', id, kind: kind === 'arrived' ? 'arrived' : 'got_in', at }
      : { say: what, id, kind, at }
  return say(saying)
}
