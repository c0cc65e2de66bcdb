import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Button, ButtonLink, IconButton } from '#ui/button'

const sizes = ['sm', 'md', 'lg'] as const

export function ButtonParts() {
  const t = useT()
  const variants = [
    ['primary', t('rides.reserve')],
    ['sun', t('rides.search')],
    ['quiet', t('rides.contact')],
    ['ghost', t('core.cancel')],
    ['danger', t('nav.logout')],
  ] as const
  return (
    <div className="flex flex-col gap-3">
      {sizes.map((size) => (
        <div key={size} className="flex flex-wrap gap-2.5">
          {variants.map(([variant, label]) => (
            <Button key={variant} variant={variant} size={size}>
              {label}
            </Button>
          ))}
        </div>
      ))}
      <div className="flex flex-wrap gap-2.5">
        <Button busy>{t('core.save')}</Button>
        <Button variant="quiet" busy>
          {t('rides.show_more')}
        </Button>
        <Button disabled>{t('rides.full')}</Button>
        <ButtonLink to={paths.publishRide} icon="plus">
          {t('rides.publish')}
        </ButtonLink>
        <ButtonLink to={paths.search} variant="quiet" iconEnd="arrow-end">
          {t('rides.all_rides')}
        </ButtonLink>
        <IconButton icon="swap" label={t('rides.swap')} />
        <IconButton icon="chat" label={t('rides.contact')} variant="quiet" />
      </div>
    </div>
  )
}
