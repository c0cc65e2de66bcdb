import type { ReactNode } from 'react'
import { age, contactVisibleDaysAfterArrival, deletionDays, PRODUCT_NAME } from '@samtur/contract/constants'
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
  const days = contactVisibleDaysAfterArrival
  return [
    { id: 'eligibility', title: t('terms.eligibility'), text: t('terms.eligibility_text', { age: age.min }) },
    { id: 'responsibilities', title: t('terms.responsibilities'), text: t('terms.responsibilities_text') },
    { id: 'guidelines', title: t('terms.guidelines'), text: t('terms.guidelines_text') },
    { id: 'privacy', title: t('terms.privacy'), text: t('terms.privacy_text', { days, email }) },
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
  return <T id="terms.contact_text" values={{ email, phone }} components={links} />
}

const paragraphs = (text: ReactNode) => (typeof text === 'string' ? text.split('\n') : [text])

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
            {paragraphs(text).map((paragraph, at) => (
              <p key={at} className="mt-2.5">
                {paragraph}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Statement>
  )
}
