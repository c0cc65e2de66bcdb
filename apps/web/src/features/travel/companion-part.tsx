import { firstName } from '@samtur/contract/names'
import { chatWithPath } from '@samtur/contract/paths'
import type { Companion } from '@samtur/contract/travel'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Avatar } from '#ui/avatar'
import { ButtonLink, buttonClass } from '#ui/button'
import { Icon } from '#ui/icon'
import { CodeForm } from './code-form.tsx'
import { hasCome } from './model.ts'
import { SayButtons } from './say-buttons.tsx'

interface CompanionPartProps {
  companion: Companion
  /** The reader drives, and the companion is a passenger. */
  driving: boolean
  rideId: string
}

/** The other side of a reservation: how to reach them, the two codes, and what has happened. */
export function CompanionPart({ companion, driving, rideId }: CompanionPartProps) {
  const t = useT()
  const format = useFormat()
  const { person, reservation_id, start, end, seats, check_ins } = companion
  const name = firstName(person.full_name)
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <div className="flex items-center gap-3">
        <Avatar name={person.full_name} src={person.profile_picture} size="md" />
        <div className="min-w-0">
          <p className="text-sm text-soft">{t(driving ? 'travel.passenger' : 'travel.driver')}</p>
          <p className="text-xl font-semibold wrap-anywhere">
            <bdi>{person.full_name}</bdi>
          </p>
          {driving && (
            <p className="text-soft wrap-anywhere">
              {format.time(start.at)} <bdi>{start.text}</bdi> – <bdi>{end.text}</bdi> ·{' '}
              {t('travel.seats', { count: seats })}
            </p>
          )}
        </div>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
        {person.phone ? (
          <a href={`tel:${person.phone}`} className={buttonClass({ size: 'lg', wide: true })}>
            <Icon name="phone" size={22} />
            <span className="min-w-0 wrap-anywhere">{t('travel.call', { name })}</span>
          </a>
        ) : null}
        <ButtonLink variant="quiet" size="lg" icon="chat" to={chatWithPath(person.id, rideId)} wide>
          {t('travel.chat')}
        </ButtonLink>
      </div>
      <CodeForm companion={companion} name={name} />
      <SayButtons
        about={{ say: 'reservation', id: reservation_id }}
        said={check_ins}
        name={name}
        choices={[
          { kind: 'got_in', label: driving ? t('travel.picked_up', { name }) : t('travel.got_in') },
          ...(driving || !hasCome(start.at) ? [] : [{ kind: 'arrived' as const, label: t('travel.arrived') }]),
          ...(companion.met ? [] : [{ kind: 'not_met' as const, label: t('travel.not_met') }]),
        ]}
      />
    </div>
  )
}
