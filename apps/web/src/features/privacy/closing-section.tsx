import { useState } from 'react'
import { useErrorText } from '#lib/error-text'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { useToast } from '#ui/toast'
import { keepAccount } from './queries.ts'

/** Shows by when the account is deleted, and the way to keep it. */
export function ClosingSection({ purgeAt }: { purgeAt: string }) {
  const t = useT()
  const format = useFormat()
  const { keep, busy } = useKeeping()
  return (
    <Card as="section" aria-labelledby="closing-heading" className="flex flex-col items-start gap-4">
      <div>
        <h2 id="closing-heading" className="mb-1.5 text-xl">
          {t('privacy.closing_title')}
        </h2>
        <p className="max-w-text text-soft">{t('privacy.closing_text', { date: format.longDate(purgeAt) })}</p>
      </div>
      <Button busy={busy} onClick={() => void keep()}>
        {t('privacy.keep_account')}
      </Button>
    </Card>
  )
}

/** Keeps the account, and shows a toast. */
export function useKeeping() {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    try {
      await keepAccount()
      toast({ tone: 'success', title: t('privacy.kept_title'), text: t('privacy.kept_text'), key: 'deletion' })
    } catch (error) {
      const text = t('privacy.keep_failed', { reason: errorText(error) })
      toast({ tone: 'error', title: t('core.error_title'), text, key: 'deletion' })
    } finally {
      setBusy(false)
    }
  }
  return { keep, busy }
}
