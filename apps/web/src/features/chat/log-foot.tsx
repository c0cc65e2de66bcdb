import { useT } from '#lib/i18n'
import { shortName } from './model.ts'

interface LogFootProps {
  /** The last message is an own one, and read. */
  seen: boolean
  typing: boolean
  /** The other person's. */
  name: string
}

/** The line below the last message. Always there, so that nothing moves when something is said in it; nothing of it is announced. */
export function LogFoot({ seen, typing, name }: LogFootProps) {
  const t = useT()
  return (
    <div className="flex h-6 items-end gap-4 text-sm text-soft">
      {typing && (
        <p className="flex min-w-0 items-center gap-2">
          <Dots />
          <span className="truncate">{t('chat.typing', { name: shortName(name) })}</span>
        </p>
      )}
      {seen && <SeenNote className="ms-auto" />}
    </div>
  )
}

export function SeenNote({ className = '' }: { className?: string }) {
  const t = useT()
  return <span className={`shrink-0 text-sm text-soft ${className}`}>{t('chat.seen')}</span>
}

function Dots() {
  return (
    <span aria-hidden="true" className="flex shrink-0 gap-1 rounded-full bg-sunk px-2 py-1.5">
      {[0, 200, 400].map((delay) => (
        <span
          key={delay}
          style={{ animationDelay: `${delay}ms` }}
          className="size-1.5 animate-breathe rounded-full bg-current"
        />
      ))}
    </span>
  )
}
