import { useState } from 'react'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Icon, type IconName } from '#ui/icon'
import { Spinner } from '#ui/spinner'
import { type Choice, isSameChoice, type SayKind } from './model.ts'
import type { SayingOf } from './use-saying.ts'

/** Returns a function that names what the reader may say, from the driver's or the passenger's side. */
export function useChoiceLabel(driving: boolean) {
  const t = useT()
  return ({ say, kind, name }: Choice) => {
    if (kind !== 'got_in') return t(kind === 'arrived' ? 'travel.arrived' : 'travel.not_met')
    if (say === 'ride') return t('travel.set_off')
    return driving ? t('travel.picked_up', { name }) : t('travel.got_in')
  }
}

const icons: Record<SayKind, IconName> = { got_in: 'car', arrived: 'flag', not_met: 'cross' }

/** The look of a row that does or opens something. */
export const rowClass =
  'flex min-h-13.5 w-full items-center gap-3 rounded-sm px-4 py-2 text-start font-semibold hover:bg-sunk/60 focus-visible:-outline-offset-2'

interface SayRowsProps {
  choices: readonly Choice[]
  driving: boolean
  saying: SayingOf
  onPress: (button: HTMLElement) => void
}

/** What else may be said, a row each; before 'did not meet' there is a question. */
export function SayRows({ choices, driving, saying: { start, running }, onPress }: SayRowsProps) {
  const t = useT()
  const [asking, setAsking] = useState<Choice>()
  const labelOf = useChoiceLabel(driving)
  const several = new Set(choices.map(({ id }) => id)).size > 1
  const press = (button: HTMLElement, choice: Choice) => {
    onPress(button)
    if (choice.kind === 'not_met') setAsking(choice)
    else void start(choice)
  }
  const sure = () => {
    if (asking) void start(asking)
    setAsking(undefined)
  }
  return (
    <>
      {choices.map((choice) => {
        const { id, kind, name } = choice
        const busy = isSameChoice(choice, running)
        return (
          <li key={`${id} ${kind}`}>
            <button
              type="button"
              aria-busy={busy || undefined}
              onClick={(event) => press(event.currentTarget, choice)}
              className={rowClass}
            >
              {busy ? <Spinner size={22} /> : <Icon name={icons[kind]} size={22} />}
              <span className="min-w-0 flex-1 wrap-anywhere">
                {labelOf(choice)}
                {kind === 'not_met' && driving && several && (
                  <bdi className="block text-sm font-normal text-soft">{name}</bdi>
                )}
              </span>
              {kind === 'not_met' && <Icon name="chevron-end" className="text-soft" />}
            </button>
          </li>
        )
      })}
      <Dialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={t('travel.not_met_title')}
        closeLabel={t('core.close')}
        size="sm"
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsking(undefined)}>
              {t('core.cancel')}
            </Button>
            <Button onClick={sure}>{t('travel.not_met')}</Button>
          </>
        }
      >
        {asking && (
          <p>{t('travel.not_met_text', { name: asking.name, picked: labelOf({ ...asking, kind: 'got_in' }) })}</p>
        )}
      </Dialog>
    </>
  )
}
