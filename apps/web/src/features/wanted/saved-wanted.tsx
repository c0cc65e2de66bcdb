import { useEffect, useRef } from 'react'
import { paths } from '@samtur/contract/paths'
import type { OwnWanted } from '@samtur/contract/wanted'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Icon } from '#ui/icon'
import { ArrowLink } from '#ui/link'
import { useChangeWanted } from './queries.ts'

interface SavedWantedProps {
  wanted: OwnWanted
  onChanged: (wanted: OwnWanted) => void
}

/** Says that the wanted ride is saved, in the place of the button, and only now offers to show it to drivers as well. */
export function SavedWanted({ wanted, onChanged }: SavedWantedProps) {
  const t = useT()
  const words = useRef<HTMLParagraphElement>(null)
  const { mutateAsync } = useChangeWanted()
  const { start, busy } = useAction({
    toastKey: 'wanted',
    run: () => mutateAsync({ id: wanted.id, changes: { public: true } }),
    onDone: onChanged,
    failure: t('wanted.change_failed'),
  })
  // The pressed button is gone, and its focus with it.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null)
      words.current?.focus({ preventScroll: true })
  }, [wanted.public])
  const { match_count: count } = wanted
  return (
    <div className="flex flex-col gap-3">
      <p
        ref={words}
        tabIndex={-1}
        role="status"
        className="flex items-start gap-2.5 rounded-field bg-brand-tint px-4 py-3.5 text-on-tint outline-none"
      >
        <Icon name="check-circle" size={22} className="mt-px shrink-0" />
        <span className="min-w-0">
          <b className="font-semibold">{t(wanted.public ? 'wanted.saved_public' : 'wanted.saved')}</b>{' '}
          {count > 0 && t('wanted.saved_matches', { count })}
        </span>
      </p>
      {!wanted.public && (
        <div>
          <Button variant="quiet" icon="eye" busy={busy} onClick={() => void start(undefined)}>
            {t('wanted.show_drivers')}
          </Button>
          <p className="mt-1.5 text-sm text-soft">{t('wanted.show_drivers_text')}</p>
        </div>
      )}
      <ArrowLink to={paths.wanted} className="self-start">
        {t('wanted.to_mine')}
      </ArrowLink>
    </div>
  )
}
