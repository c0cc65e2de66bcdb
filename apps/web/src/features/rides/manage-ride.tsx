import { useState } from 'react'
import { editRidePath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Button, ButtonLink } from '#ui/button'
import { CancelRideDialog } from './cancel-ride-dialog.tsx'
import { hasDeparted, type ManagedRide } from './model.ts'

interface RideManagementProps {
  ride: ManagedRide
  wide?: boolean
  editing?: boolean
}

export function RideManagement({ ride, wide = false, editing = true }: RideManagementProps) {
  const t = useT()
  const [cancelling, setCancelling] = useState(false)
  if (ride.status === 'cancelled' || hasDeparted(ride)) return null
  const size = wide ? 'md' : 'sm'
  return (
    <>
      {editing && (
        <ButtonLink to={editRidePath(ride.id)} variant={wide ? 'quiet' : 'ghost'} size={size} icon="edit" wide={wide}>
          {t('manage.edit')}
        </ButtonLink>
      )}
      <Button
        variant={wide ? 'quiet' : 'ghost'}
        size={size}
        icon="block"
        wide={wide}
        className="text-danger!"
        onClick={() => setCancelling(true)}
      >
        {t('manage.cancel')}
      </Button>
      {cancelling && <CancelRideDialog ride={ride} onClose={() => setCancelling(false)} />}
    </>
  )
}
