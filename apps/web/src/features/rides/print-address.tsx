import type { Ride } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { QrCode } from '../identities/qr-code.tsx'
import { partPath } from './detours.ts'

/** On paper only: the address of the ride's page, also as a code for a phone's camera. */
export function PrintAddress({ ride }: { ride: Ride }) {
  const t = useT()
  const url = location.origin + partPath(ride)
  return (
    <div className="hidden break-inside-avoid flex-col gap-1 print:flex">
      <QrCode text={url} label={t('ride.print_code')} className="size-36" />
      <p dir="ltr" translate="no" className="text-sm wrap-anywhere">
        {url}
      </p>
    </div>
  )
}
