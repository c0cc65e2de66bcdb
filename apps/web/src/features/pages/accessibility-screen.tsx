import { PRODUCT_NAME, supportReplyHours } from '@samtur/contract/constants'
import { boot } from '#lib/boot'
import { useFormat } from '#lib/format'
import { T, useT } from '#lib/i18n'
import { Icon, type IconName } from '#ui/icon'
import { statementsUpdated } from './model.ts'
import { mailLink, Part, Statement } from './statement.tsx'

const name = PRODUCT_NAME

export function AccessibilityScreen() {
  const t = useT()
  const format = useFormat()
  const updated = t('accessibility.updated', { date: format.month(statementsUpdated.accessibility) })
  const values = { email: boot.config.support_email, hours: supportReplyHours }
  const works = [
    t('accessibility.works_keyboard'),
    t('accessibility.works_reader'),
    t('accessibility.works_zoom'),
    t('accessibility.works_colours'),
    t('accessibility.works_motion'),
  ]
  const gaps = [t('accessibility.gap_images'), t('accessibility.gap_language'), t('accessibility.gap_map')]
  return (
    <Statement title={t('accessibility.title')} lead={t('accessibility.lead', { name })} updated={updated}>
      <Part id="goal" title={t('accessibility.goal')}>
        {t('accessibility.goal_text')}
      </Part>
      <Part id="works" title={t('accessibility.works')}>
        <Points icon="check" items={works} />
      </Part>
      <Part id="gaps" title={t('accessibility.gaps')}>
        <Points icon="info" items={gaps} />
      </Part>
      <Part id="tested" title={t('accessibility.tested')}>
        {t('accessibility.tested_text')}
      </Part>
      <Part id="contact" title={t('accessibility.contact')}>
        <T id="accessibility.contact_text" values={values} components={[mailLink]} />
      </Part>
    </Statement>
  )
}

function Points({ icon, items }: { icon: IconName; items: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <Icon name={icon} className="mt-0.5 text-brand" />
          <span className="min-w-0">{item}</span>
        </li>
      ))}
    </ul>
  )
}
