import { useState } from 'react'
import { deletionDays } from '@samtur/contract/constants'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { DeletionDialog } from './deletion-dialog.tsx'

/** 'Slett konto': says what will happen, before the confirmation. */
export function DeletionSection({ admin }: { admin: boolean }) {
  const t = useT()
  const [opening, setOpening] = useState(0)
  const [open, setOpen] = useState(false)
  const start = () => {
    setOpening((count) => count + 1)
    setOpen(true)
  }
  return (
    <Card as="section" aria-labelledby="deletion-heading" className="flex flex-col gap-4">
      <div>
        <h2 id="deletion-heading" className="mb-1.5 text-xl">
          {t('privacy.delete_title')}
        </h2>
        <p className="max-w-text text-soft">{admin ? t('privacy.delete_admin') : t('privacy.delete_text')}</p>
      </div>
      {!admin && (
        <>
          <Consequences />
          <Button variant="danger" icon="trash" className="self-start" onClick={start}>
            {t('privacy.delete_account')}
          </Button>
        </>
      )}
      {/* A key for each opening, which starts without a tick. */}
      {opening > 0 && <DeletionDialog key={opening} open={open} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Consequences() {
  const t = useT()
  const lines = [
    t('privacy.delete_at_once'),
    t('privacy.delete_later', { days: deletionDays }),
    t('privacy.delete_stays'),
    t('privacy.delete_undo', { days: deletionDays }),
  ]
  return (
    <ul className="flex max-w-text list-disc flex-col gap-1.5 ps-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
