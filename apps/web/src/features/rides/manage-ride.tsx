import { useState } from 'react'
import { editRidePath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useLatePart } from '#lib/late-part'
import { Button, ButtonLink } from '#ui/button'
import { hasDeparted, type ManagedRide } from './model.ts'

const loadCancelDialog = async () => (await import('./cancel-ride-dialog.tsx')).CancelRideDialog

interface RideManagementProps {
  ride: ManagedRide
  wide?: boolean
  editing?: boolean
}

/** Asks before it cancels the ride. The dialog is loaded when it is asked for. */
export function useCancelRide(ride: ManagedRide) {
  const [cancelling, setCancelling] = useState(false)
  const { Part: CancelDialog, busy, open } = useLatePart(loadCancelDialog)
  return {
    ask: () => open(() => setCancelling(true)),
    busy,
    dialog: CancelDialog && cancelling && <CancelDialog ride={ride} onClose={() => setCancelling(false)} />,
  }
}

/**
 * What a driver does with an own ride ahead: edit it, cancel it. Nothing once it has departed or is called off. `wide` for buttons below
 * each other that fill the column; otherwise they stand in a row, quiet, as at the foot of a card. Without `editing` where the link to the edit
 * page stands elsewhere, or is that page.
 */
export function RideManagement({ ride, wide = false, editing = true }: RideManagementProps) {
  const t = useT()
  const { ask, busy, dialog } = useCancelRide(ride)
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
        busy={busy}
        className="text-danger!"
        onClick={ask}
      >
        {t('manage.cancel')}
      </Button>
      {dialog}
    </>
  )
}

/** The button alone, and its dialog. */
export const CancelRideButton = ({ ride, wide }: { ride: ManagedRide; wide?: boolean }) => (
  <RideManagement ride={ride} wide={wide} editing={false} />
)
