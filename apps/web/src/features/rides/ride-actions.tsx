import { chatWithPath, signInPath } from '@samtur/contract/paths'
import type { Ride } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Tag } from '#ui/badge'
import { ButtonLink } from '#ui/button'
import { ReserveButton } from './reserve-button.ts'

/** The buttons to write to the driver and to request a seat, which `label` names. An own ride has none. */
export function RideActions({ ride, label }: { ride: Ride; label?: string }) {
  const t = useT()
  const { me } = useSession()
  if (me?.profile.id === ride.driver.id) return <Tag icon="car">{t('rides.own_ride')}</Tag>
  return (
    <>
      <ContactLink ride={ride} compact />
      <div className="relative z-1 empty:hidden @max-md:col-span-full">
        <ReserveButton ride={ride} label={label} look="row" inList wide />
      </div>
    </>
  )
}

interface ContactLinkProps {
  ride: Ride
  /** The icon alone where the card is narrow. */
  compact?: boolean
  wide?: boolean
}

/** Opens the conversation with the driver, about this ride; who is logged out logs in first. */
export function ContactLink({ ride: { id, driver }, compact, wide }: ContactLinkProps) {
  const t = useT()
  const { status } = useSession()
  const chat = chatWithPath(driver.id, id)
  // The driver's account is deleted.
  if (!driver.full_name) return null
  return (
    <ButtonLink
      to={status === 'signed-in' ? chat : signInPath(chat)}
      variant="quiet"
      icon="chat"
      wide={wide}
      className={compact ? 'z-1 @max-md:px-3 row:min-w-11 row:border-transparent row:bg-transparent row:px-2.5' : ''}
    >
      <span className={compact ? '@max-md:sr-only row:sr-only' : ''}>{t('rides.contact')}</span>
      <span className="sr-only"> {driver.full_name}</span>
    </ButtonLink>
  )
}
