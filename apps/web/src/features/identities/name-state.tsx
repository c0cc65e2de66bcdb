import type { OwnWaysIn } from '@samtur/contract/identities'
import type { Translate } from '@samtur/i18n/translate'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'

type Service = OwnWaysIn['providers'][number]

interface NameStateProps {
  service: Service
  busy: boolean
  /** Goes to the service, which confirms the name on the way back. */
  onConfirm: () => void
}

/** Says whether a service has confirmed the person's name, or what to do about it. Shows nothing for a service that confirms no names. */
export function NameState({ service, busy, onConfirm }: NameStateProps) {
  const t = useT()
  const { name: provider, linked, name_state: state } = service
  if (state === null) return null
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-60 text-soft wrap-anywhere">
        {linked ? stateText(t, state, provider) : t('confirmed.offer', { provider })}
      </p>
      {linked && state !== 'confirmed' && (
        <Button
          variant="quiet"
          size="sm"
          busy={busy}
          aria-label={t('confirmed.again_with', { provider })}
          onClick={onConfirm}
        >
          {t('confirmed.again')}
        </Button>
      )}
    </div>
  )
}

function stateText(t: Translate, state: NonNullable<Service['name_state']>, provider: string) {
  const texts: Record<typeof state, string> = {
    open: t('confirmed.open', { provider }),
    confirmed: t('confirmed.done'),
    names_differ: t('confirmed.names_differ', { provider }),
    no_name: t('confirmed.no_name', { provider }),
    no_age: t('confirmed.no_age', { provider }),
    under_18: t('confirmed.under_18', { provider }),
  }
  return texts[state]
}
