import type { ReactNode } from 'react'
import { age, contactVisibleDaysAfterArrival, deletionDays, PRODUCT_NAME } from '@samtur/contract/constants'
import type { Translate } from '@samtur/i18n/translate'
import { boot } from '#lib/boot'
import { T, useT } from '#lib/i18n'
import { TextLink } from '#ui/link'
import { Page, PageHeader } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'

interface Part {
  id: string
  title: string
  text: ReactNode
}

const parts = (t: Translate): Part[] => {
  const { support_email: email } = boot.config
  const days = contactVisibleDaysAfterArrival
  return [
    { id: 'eligibility', title: t('pages.eligibility'), text: t('pages.eligibility_text', { age: age.min }) },
    { id: 'responsibilities', title: t('pages.responsibilities'), text: t('pages.responsibilities_text') },
    { id: 'guidelines', title: t('pages.guidelines'), text: t('pages.guidelines_text') },
    { id: 'privacy', title: t('pages.privacy'), text: t('pages.privacy_text', { days, email }) },
    { id: 'liability', title: t('pages.liability'), text: t('pages.liability_text', { name: PRODUCT_NAME }) },
    {
      id: 'termination',
      title: t('pages.termination'),
      text: t('pages.termination_text', { days: deletionDays, email }),
    },
    { id: 'changes', title: t('pages.changes'), text: t('pages.changes_text') },
    { id: 'contact', title: t('pages.contact'), text: <Contact /> },
    { id: 'law', title: t('pages.law'), text: t('pages.law_text') },
  ]
}

function Contact() {
  const { support_email: email, support_phone: phone } = boot.config
  const links = [
    <TextLink key="mail" to={`mailto:${email}`} dir="ltr" />,
    <TextLink key="phone" to={`tel:${phone.replaceAll(' ', '')}`} dir="ltr" />,
  ]
  return <T id="pages.contact_text" values={{ email, phone }} components={links} />
}

const paragraphs = (text: ReactNode) => (typeof text === 'string' ? text.split('\n') : [text])

export default function TermsPage() {
  const t = useT()
  usePageTitle(t('pages.terms'))
  return (
    <Page width="text">
      <PageHeader title={t('pages.terms')} lead={t('pages.terms_lead')} />
      <p className="text-soft">{t('pages.terms_updated')}</p>
      <ol className="mt-8 flex flex-col gap-9">
        {parts(t).map(({ id, title, text }, index) => (
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
    </Page>
  )
}
