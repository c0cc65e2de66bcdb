import { useFormat } from '#lib/format'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
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
      <Button busy={busy} onClick={keep}>
        {t('privacy.keep_account')}
      </Button>
    </Card>
  )
}

/** Keeps the account, and shows a toast. */
export function useKeeping() {
  const t = useT()
  const { start, busy } = useAction({
    toastKey: 'deletion',
    run: keepAccount,
    success: () => ({ title: t('privacy.kept_title'), text: t('privacy.kept_text') }),
    failure: (_, reason) => ({ text: t('privacy.keep_failed', { reason }) }),
  })
  return { keep: () => void start(undefined), busy }
}
