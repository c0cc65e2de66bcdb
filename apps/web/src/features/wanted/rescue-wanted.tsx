import { useEffect, useRef, useState } from 'react'
import { paths } from '@samtur/contract/paths'
import { ApiError } from '#lib/api'
import { useAction } from '#lib/forms/action'
import { useIdempotencyKey } from '#lib/forms/idempotency-key'
import { useT } from '#lib/i18n'
import { Link } from 'react-router'
import { Button } from '#ui/button'
import { Icon } from '#ui/icon'
import type { Lost } from './model.ts'
import { useWantLost } from './rescue-queries.ts'

interface RescueWantedProps {
  lost: Lost
  /** The wanted ride that asks for the trip already. */
  wanted: { id: string } | null
  /** Other rides stand above, which come first. */
  quiet: boolean
}

const isThere = (error: unknown) => error instanceof ApiError && error.code === 'wanted_exists'

/** Keeps a search for the lost trip with one press, and then leads to it. */
export function RescueWanted({ lost, wanted, quiet }: RescueWantedProps) {
  const t = useT()
  const { keyOf, renewKey } = useIdempotencyKey()
  const { mutateAsync } = useWantLost(lost)
  const [pressed, setPressed] = useState(false)
  const { start, busy } = useAction({
    toastKey: 'wanted',
    run: () => mutateAsync(keyOf(lost)),
    onDone: () => {
      renewKey()
      setPressed(true)
    },
    onError: (error) => {
      setPressed(isThere(error))
      return isThere(error)
    },
    failure: t('rescue.failed'),
  })
  if (pressed || wanted) return <WantedLink takesFocus={pressed} />
  return (
    <Button
      variant={quiet ? 'quiet' : 'primary'}
      icon="bell"
      wide
      busy={busy}
      onClick={() => void start(undefined)}
      className="text-balance"
    >
      {t('rescue.tell_me')}
    </Button>
  )
}

/** Stands in the place of the button, and takes its focus after a press. */
function WantedLink({ takesFocus }: { takesFocus: boolean }) {
  const t = useT()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) link.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <Link
      ref={link}
      to={paths.wanted}
      className="flex min-h-11 items-center gap-2.5 rounded-field bg-brand-tint px-3.5 py-2 text-on-tint no-underline hover:underline"
    >
      <Icon name="check-circle" size={20} className="shrink-0" />
      <span className="min-w-0 flex-1">
        <b className="font-semibold">{t('rescue.told')}</b> {t('rescue.to_wanted')}
      </span>
      <Icon name="chevron-end" className="shrink-0" />
    </Link>
  )
}
