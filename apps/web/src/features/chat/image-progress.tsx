import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { logAround, useFocusKept } from './focus-kept.ts'
import { stopSending, useShare } from './image-sending.ts'

/** Over an image that is being sent: how far it has come, and a button to take it back until all of it is sent. */
export function ImageProgress({ clientId }: { clientId: string }) {
  const t = useT()
  const format = useFormat()
  const share = useShare(clientId)
  const percent = Math.round(share * 100)
  return (
    <div className="absolute inset-0 flex items-center justify-center">
      <span className="relative inline-flex size-11">
        {share < 1 ? <StopButton clientId={clientId} /> : <span className={`size-full ${disc}`} />}
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

/** Returns whether the progress is unknown: before the upload begins, and after it until the response. */
const waiting = (share: number) => share === 0 || share === 1

const disc = 'rounded-full border border-line bg-surface shadow-float'

function StopButton({ clientId }: { clientId: string }) {
  const t = useT()
  const button = useFocusKept<HTMLButtonElement>(logAround)
  return (
    <button
      ref={button}
      type="button"
      aria-label={t('chat.image_stop')}
      onClick={() => stopSending(clientId)}
      className={`inline-flex size-full items-center justify-center text-text hover:bg-sunk ${disc}`}
    >
      <Icon name="close" size={18} />
    </button>
  )
}
