import type { Ref } from 'react'
import type { TodayTrip } from '@samtur/contract/travel'
import { useT } from '#lib/i18n'
import { BottomBar } from '#ui/bottom-bar'
import { Button } from '#ui/button'
import { HelpNow, type HelpState } from './help-now.tsx'
import { type Choice, isDriving, isSameChoice } from './model.ts'
import { useChoiceLabel } from './say-rows.tsx'
import type { SayingOf } from './use-saying.ts'

interface ThumbBarProps {
  trip: TodayTrip
  /** What comes next; undefined when everything was said. */
  next: Choice | undefined
  saying: SayingOf
  help: HelpState
  onPress: (button: HTMLElement) => void
  /** Of the box around the buttons, which can have the focus. */
  ref: Ref<HTMLDivElement>
}

/** Where the thumb is: what comes next, and help. */
export function ThumbBar({ trip, next, saying: { start, running, waiting }, help, onPress, ref }: ThumbBarProps) {
  const t = useT()
  const labelOf = useChoiceLabel(isDriving(trip))
  const press = (button: HTMLElement, choice: Choice) => {
    onPress(button)
    void start(choice)
  }
  return (
    <BottomBar staysFrom900>
      <div ref={ref} tabIndex={-1} className="flex min-w-0 flex-1 flex-wrap gap-x-2.5 gap-y-1">
        <p role="status" className={waiting ? 'w-full text-center text-sm font-medium' : 'sr-only'}>
          {waiting && t('travel.queued')}
        </p>
        {next && (
          <Button
            size="lg"
            icon={next.kind === 'arrived' ? 'flag' : 'car'}
            busy={isSameChoice(next, running)}
            onClick={(event) => press(event.currentTarget, next)}
            className="min-h-15 flex-1 basis-44 px-3! wrap-anywhere"
          >
            <span className="min-w-0">{labelOf(next)}</span>
          </Button>
        )}
        <HelpNow trip={trip} help={help} wide={!next} />
      </div>
    </BottomBar>
  )
}
