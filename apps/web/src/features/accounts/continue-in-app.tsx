import { useEffect } from 'react'
import { useT } from '#lib/i18n'
import { buttonClass } from '#ui/button'
import { Card } from '#ui/card'
import { StepHeading } from './step-heading.tsx'

/** Leads on to the app that requested the mail. The page stays open where the address opens an installed app, so it has a link, too. */
export function ContinueInApp({ address }: { address: string }) {
  const t = useT()
  useEffect(() => location.assign(address), [address])
  return (
    <Card padding="lg" className="flex flex-col gap-5">
      <StepHeading>{t('accounts.to_app_title')}</StepHeading>
      <p className="text-soft">{t('accounts.to_app_text')}</p>
      <a href={address} rel="noreferrer" className={buttonClass({ size: 'lg', wide: true })}>
        {t('accounts.to_app_button')}
      </a>
    </Card>
  )
}
