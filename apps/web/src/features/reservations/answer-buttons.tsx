import { useState } from 'react'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import type { Answer, Said } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface AnswerButtonsProps {
  answering?: Answer
  onAnswer: (answer: Answer, said?: Said) => void
  name: string
  /** There are not enough seats, so that it can only be rejected. */
  lacking: boolean
  /** The passenger asks for other meeting points, which the driver can leave out. */
  asksPoints: boolean
  /** By how many minutes the detour goes beyond the driver's own limit, to which the driver agrees first. */
  minutesOver: number
}

/** The buttons' accessible names contain the person's name, because every request has the same two. A rejection is final, so it is confirmed. */
export function AnswerButtons({ answering, onAnswer, name, lacking, asksPoints, minutesOver }: AnswerButtonsProps) {
  const t = useT()
  const [overLimit, setOverLimit] = useState<Answer>()
  const accept = (answer: Answer) => (minutesOver > 0 ? setOverLimit(answer) : onAnswer(answer))
  const [opening, setOpening] = useState(0)
  const [open, setOpen] = useState(false)
  const ask = () => {
    setOpening((count) => count + 1)
    setOpen(true)
  }
  return (
    <div className="flex flex-wrap gap-2 *:[button]:flex-1">
      {!lacking && (
        <Button icon="check" busy={answering === 'accept'} onClick={() => accept('accept')}>
          <span>
            {t('reservations.accept')} <span className="sr-only">{name}</span>
          </span>
        </Button>
      )}
      {!lacking && asksPoints && (
        <Button variant="quiet" busy={answering === 'accept_only'} onClick={() => accept('accept_only')}>
          <span>
            {t('points.keep')} <span className="sr-only">{name}</span>
          </span>
        </Button>
      )}
      <Button variant="quiet" busy={answering === 'reject'} onClick={ask}>
        <span>
          {t('reservations.reject')} <span className="sr-only">{name}</span>
        </span>
      </Button>
      {overLimit && (
        <ConfirmDialog
          open
          onClose={() => setOverLimit(undefined)}
          onConfirm={() => {
            setOverLimit(undefined)
            onAnswer(overLimit, { minutesOverLimit: minutesOver })
          }}
          title={t('reservations.detour_over_title')}
          confirmLabel={t('reservations.accept_anyway')}
          cancelLabel={t('core.cancel')}
          closeLabel={t('core.close')}
        >
          <p>{t('reservations.detour_over', { minutes: minutesOver })}</p>
        </ConfirmDialog>
      )}
      {opening > 0 && (
        <ReasonDialog
          key={opening}
          open={open}
          onClose={() => setOpen(false)}
          onConfirm={(reason) => {
            setOpen(false)
            onAnswer('reject', { reason })
          }}
          title={t('reservations.reject_title', { name })}
          hint={t('reservations.reason_for', { name })}
          confirmLabel={t('reservations.reject')}
          keepLabel={t('core.cancel')}
        >
          <p>{t('reservations.reject_text')}</p>
        </ReasonDialog>
      )}
    </div>
  )
}
