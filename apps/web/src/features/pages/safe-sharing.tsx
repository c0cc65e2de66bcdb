import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { Icon } from '#ui/icon'
import { Section } from '#ui/page'

/** What the product does so that strangers can share a car. */
export function SafeSharing() {
  const t = useT()
  const reasons = [
    { icon: 'check-circle', title: t('home.safe_names'), text: t('home.safe_names_text') },
    { icon: 'lock', title: t('home.safe_code'), text: t('home.safe_code_text') },
    { icon: 'share', title: t('home.safe_follow'), text: t('home.safe_follow_text') },
    { icon: 'phone', title: t('home.safe_help'), text: t('home.safe_help_text') },
  ] as const
  return (
    <Section id="safe" title={t('home.safe')}>
      <Card>
        <ul className="grid gap-2.5 sm:gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {reasons.map(({ icon, title, text }) => (
            <li key={icon} className="flex min-w-0 gap-3">
              <Icon name={icon} size={24} className="text-brand sm:mt-0.5" />
              <span className="min-w-0">
                <b className="block">{title}</b>
                <span className="text-sm text-soft max-sm:sr-only sm:block">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}
