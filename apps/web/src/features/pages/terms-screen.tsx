import type { ReactNode } from 'react'
import { age, contactVisibleDaysAfterArrival, deletionDays, PRODUCT_NAME } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import { boot } from '#lib/boot'
import { T, useT } from '#lib/i18n'
import { TextLink } from '#ui/link'
import { mailLink, Statement } from './statement.tsx'

interface Section {
  id: string
  title: string
  text: ReactNode
}

const sections = (t: Translate): Section[] => {
  const { support_email: email } = boot.config
  return [
    { id: 'eligibility', title: t('terms.eligibility'), text: t('terms.eligibility_text', { age: age.min }) },
    { id: 'responsibilities', title: t('terms.responsibilities'), text: t('terms.responsibilities_text') },
    { id: 'guidelines', title: t('terms.guidelines'), text: t('terms.guidelines_text') },
    { id: 'privacy', title: t('terms.privacy'), text: <Privacy /> },
    { id: 'liability', title: t('terms.liability'), text: t('terms.liability_text', { name: PRODUCT_NAME }) },
    {
      id: 'termination',
      title: t('terms.termination'),
      text: t('terms.termination_text', { days: deletionDays, email }),
    },
    { id: 'changes', title: t('terms.changes'), text: t('terms.changes_text') },
    { id: 'contact', title: t('terms.contact'), text: <Contact /> },
    { id: 'law', title: t('terms.law'), text: t('terms.law_text') },
  ]
}

function Contact() {
  const { support_email: email, support_phone: phone } = boot.config
  const links = [mailLink, <TextLink key="phone" to={`tel:${phone.replaceAll(' ', '')}`} dir="ltr" />]
  return (
    <p className="mt-2.5">
      <T id="terms.contact_text" values={{ email, phone }} components={links} />
    </p>
  )
}

/** The main points; everything else stands in the privacy policy alone. */
function Privacy() {
  const t = useT()
  const points = t('terms.privacy_list', { days: contactVisibleDaysAfterArrival }).split('\n')
  return (
    <>
      <ul className="mt-2.5 flex list-disc flex-col gap-1.5 ps-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className="mt-2.5">
        <T id="terms.privacy_more" components={[<TextLink key="policy" to={paths.privacy} />]} />
      </p>
    </>
  )
}

const paragraphs = (text: string) =>
  text.split('\n').map((paragraph) => (
    <p key={paragraph} className="mt-2.5">
      {paragraph}
    </p>
  ))

export function TermsScreen() {
  const t = useT()
  return (
    <Statement title={t('terms.title')} lead={t('terms.lead')} updated={t('terms.updated')}>
      <ol className="flex flex-col gap-9">
        {sections(t).map(({ id, title, text }, index) => (
          <li key={id} id={id} className="max-w-text">
            <h2 className="text-xl">
              {index + 1}. {title}
            </h2>
            {typeof text === 'string' ? paragraphs(text) : text}
          </li>
        ))}
      </ol>
    </Statement>
  )
}
