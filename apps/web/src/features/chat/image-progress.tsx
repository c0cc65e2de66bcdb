import { useLayoutEffect, useRef } from 'react'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { stopSending, useShare } from './image-sending.tsx'

/** Over an image that is being sent: how far it has come, and a button to take it back. */
export function ImageProgress({ clientId }: { clientId: string }) {
  const t = useT()
  const format = useFormat()
  const share = useShare(clientId)
  const button = useFocusKept()
  const percent = Math.round(share * 100)
  return (
    <div className="absolute inset-0 flex items-center justify-center">
      <span className="relative inline-flex size-11">
        <button
          ref={button}
          type="button"
          aria-label={t('chat.image_stop')}
          onClick={() => stopSending(clientId)}
          className="inline-flex size-full items-center justify-center rounded-full border border-line bg-surface text-text shadow-float hover:bg-sunk"
        >
          <Icon name="close" size={18} />
        </button>
        <svg
          viewBox="0 0 44 44"
          role="progressbar"
          aria-label={t('chat.image_sending')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={t('chat.image_share', { number: format.number(percent) })}
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          className={`pointer-events-none absolute inset-0 text-brand ${waiting(share) ? 'animate-spin' : '-rotate-90'}`}
        >
          <circle cx="22" cy="22" r="19" opacity=".25" />
          <circle
            cx="22"
            cy="22"
            r="19"
            pathLength="1"
            strokeDasharray="1"
            strokeDashoffset={1 - (waiting(share) ? 0.25 : share)}
            className="transition-[stroke-dashoffset]"
          />
        </svg>
      </span>
    </div>
  )
}

/** Being packed, or sent and not yet answered: that has no measure. */
const waiting = (share: number) => share === 0 || share === 1

/** The button goes by itself: then the conversation has the focus, and not the whole page. */
function useFocusKept() {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    const log = current?.closest<HTMLElement>('[role="log"]')
    return () => {
      if (document.activeElement === current) log?.focus({ preventScroll: true })
    }
  }, [])
  return button
}
