import { useLayoutEffect, useRef } from 'react'
import type { TodayTrip } from '@samtur/contract/travel'
import { useT } from '#lib/i18n'
import { BottomBar } from '#ui/bottom-bar'
import { Button } from '#ui/button'
import { HelpNow } from './help-now.tsx'
import { type Choice, isDriving } from './model.ts'
import { useChoiceLabel } from './say-rows.tsx'
import type { SayingOf } from './use-saying.ts'

interface ThumbBarProps {
  trip: TodayTrip
  /** What comes next; undefined when everything was said. */
  next: Choice | undefined
  saying: SayingOf
}

/** Where the thumb is: what comes next, and help. */
export function ThumbBar({ trip, next, saying: { start, running, waiting } }: ThumbBarProps) {
  const t = useT()
  const labelOf = useChoiceLabel(isDriving(trip))
  const bar = useRef<HTMLDivElement>(null)
  const over = next === undefined
  const before = useRef(over)
  useLayoutEffect(() => {
    // The last button is gone, and the focus with it.
    if (over && !before.current && document.activeElement === document.body) bar.current?.focus()
    before.current = over
  }, [over])
  return (
    <BottomBar staysFrom900>
      <div ref={bar} tabIndex={-1} className="flex min-w-0 flex-1 flex-wrap gap-x-2.5 gap-y-1">
        <p role="status" className={waiting ? 'w-full text-center text-sm font-medium' : 'sr-only'}>
          {waiting && t('travel.queued')}
        </p>
        {next && (
          <Button
            size="lg"
            icon={next.kind === 'arrived' ? 'flag' : 'car'}
            busy={running !== undefined}
            onClick={() => void start(next)}
            className="min-h-15 flex-1 basis-44 px-3! wrap-anywhere"
          >
            <span className="min-w-0">{labelOf(next)}</span>
          </Button>
        )}
        <HelpNow trip={trip} wide={!next} />
      </div>
    </BottomBar>
  )
}
