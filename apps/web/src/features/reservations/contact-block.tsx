import { useId } from 'react'
import type { Contact, Ride } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { readablePhone, readablePlate } from '#lib/readable'
import { Fact } from './ride-summary.tsx'

/** A number one can both read and press. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a
      href={`tel:${phone}`}
      dir="ltr"
      className="relative z-1 inline-flex min-h-8 items-center gap-1.5 rounded-sm font-semibold whitespace-nowrap text-link tabular underline decoration-1 underline-offset-3 hover:decoration-2 pointer-coarse:min-h-11"
    >
      <Icon name="phone" size={18} />
      {readablePhone(phone)}
    </a>
  )
}

/** As on the car: written from left to right everywhere. */
export function Plate({ plate }: { plate: string }) {
  return (
    <span
      dir="ltr"
      className="inline-block rounded-sm border border-edge bg-surface px-2 font-semibold text-text tabular"
    >
      {readablePlate(plate)}
    </span>
  )
}

interface ContactBlockProps {
  contact: Contact
  ride: Ride
  /** The ride is over. */
  quiet?: boolean
}

/** What only an accepted passenger sees: how to reach the driver, and which car to look for. On a phone two lines without labels. */
export function ContactBlock({ contact, ride, quiet = false }: ContactBlockProps) {
  const t = useT()
  const titleId = useId()
  return (
    <div
      role="group"
      aria-labelledby={titleId}
      className={`relative rounded-field px-4 py-2 sm:py-3.5 ${quiet ? 'bg-sunk' : 'bg-brand-tint'}`}
    >
      <p id={titleId} className={`mb-2.5 font-semibold max-sm:sr-only ${quiet ? '' : 'text-on-tint'}`}>
        {t('reservations.contact_title')}
      </p>
      <dl className="flex flex-wrap items-center gap-x-1.5 sm:grid sm:grid-cols-[repeat(3,auto)] sm:items-start sm:gap-x-5 sm:gap-y-3">
        <Fact label={t('reservations.phone')} className={`max-sm:basis-full ${contact.phone ? unlabelled : ''}`}>
          {contact.phone ? <PhoneLink phone={contact.phone} /> : t('reservations.no_phone')}
        </Fact>
        <Fact label={t('reservations.car_color')} className={unlabelled}>
          <bdi>{contact.car_color}</bdi>
        </Fact>
        <Fact label={t('reservations.car_make')} className={unlabelled}>
          <bdi>{ride.car_make}</bdi>
        </Fact>
        <Fact label={t('reservations.car_model')} className={unlabelled}>
          <bdi>{ride.car_model}</bdi>
        </Fact>
        <Fact label={t('reservations.license_plate')} className={`max-sm:ms-auto ${unlabelled}`}>
          <Plate plate={contact.license_plate} />
        </Fact>
      </dl>
    </div>
  )
}

const unlabelled = 'max-sm:[&>dt]:sr-only'
