import { contactVisibleDaysAfterArrival, wanted, deletionDays, PRODUCT_NAME } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import { boot } from '#lib/boot'
import { useFormat } from '#lib/format'
import { T, useT } from '#lib/i18n'
import { TextLink } from '#ui/link'
import { statementsUpdated } from './model.ts'
import { mailLink, Part, Statement } from './statement.tsx'

const name = PRODUCT_NAME

/** What is stored, why, and for how long. docs/data-map.md has the same by column. */
const stored = (t: Translate) => [
  { title: t('policy.account'), text: t('policy.account_text') },
  { title: t('policy.sessions'), text: t('policy.sessions_text') },
  { title: t('policy.profile'), text: t('policy.profile_text') },
  { title: t('policy.trips'), text: t('policy.trips_text', { days: contactVisibleDaysAfterArrival }) },
  { title: t('policy.travel'), text: t('policy.travel_text') },
  { title: t('policy.wanted'), text: t('policy.wanted_text', { days: wanted.keptDays }) },
  { title: t('policy.messages'), text: t('policy.messages_text') },
  { title: t('policy.ratings'), text: t('policy.ratings_text') },
  { title: t('policy.reports'), text: t('policy.reports_text') },
  { title: t('policy.support'), text: t('policy.support_text') },
  { title: t('policy.notifications'), text: t('policy.notifications_text') },
  { title: t('policy.technical'), text: t('policy.technical_text') },
]

export function PrivacyScreen() {
  const t = useT()
  const format = useFormat()
  const updated = t('policy.updated', { date: format.month(statementsUpdated.privacy) })
  const ownData = [<TextLink key="data" to={paths.myData} />]
  return (
    <Statement title={t('policy.title')} lead={t('policy.lead')} updated={updated}>
      <Part id="who" title={t('policy.who')}>
        <T id="policy.who_text" values={{ name, email: boot.config.support_email }} components={[mailLink]} />
      </Part>
      <Part id="why" title={t('policy.why')}>
        {t('policy.why_text')}
      </Part>
      <Part id="what" title={t('policy.what')}>
        <Stored />
      </Part>
      <Part id="others" title={t('policy.others')}>
        {t('policy.others_text')}
      </Part>
      <Part id="cookies" title={t('policy.cookies')}>
        <p>{t('policy.cookies_text')}</p>
        <p className="mt-3">{t('policy.offline_text')}</p>
      </Part>
      <Part id="rights" title={t('policy.rights')}>
        <T id="policy.rights_text" components={ownData} />
      </Part>
      <Part id="deletion" title={t('policy.deletion')}>
        {t('policy.deletion_text', { days: deletionDays })}
      </Part>
      <Part id="complaint" title={t('policy.complaint')}>
        {t('policy.complaint_text')}
      </Part>
    </Statement>
  )
}

function Stored() {
  const t = useT()
  return (
    <dl className="mt-3.5 divide-y divide-line rounded-card border border-line bg-surface px-4.5 sm:px-5.5">
      {stored(t).map(({ title, text }) => (
        <div key={title} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="font-semibold">{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
