import { helpTopics } from '@samtur/contract/help'
import { helpArticlePath, paths } from '@samtur/contract/paths'
import { T, useT } from '#lib/i18n'
import { Accordion } from '#ui/accordion'
import { Dialog } from '#ui/dialog'
import { ArrowLink, TextLink } from '#ui/link'
import { SupportForm } from '../support/support-form.tsx'
import { ArticleText } from './article-text.tsx'
import { contact, useArticles } from './articles.ts'

interface HelpDialogProps {
  open: boolean
  onClose: () => void
}

/** The most frequent questions and the contact form, without leaving the page. */
export function HelpDialog({ open, onClose }: HelpDialogProps) {
  const t = useT()
  return (
    <Dialog open={open} onClose={onClose} title={t('helpdesk.title')} closeLabel={t('core.close')} size="lg" dirty>
      <h3 className="text-lg">{t('helpdesk.faq')}</h3>
      <Questions />
      <ArrowLink to={paths.helpSupport} className="mt-2">
        {t('helpdesk.all_articles')}
      </ArrowLink>
      <h3 className="mt-6 text-lg">{t('helpdesk.tab_contact')}</h3>
      <p className="mt-1 mb-4 wrap-anywhere">
        <Direct />
      </p>
      <SupportForm level="h3" />
    </Dialog>
  )
}

function Questions() {
  const t = useT()
  const articles = useArticles()
  const items = helpTopics.flatMap((topic) => {
    const article = articles.find(({ slug }) => slug === topic)
    if (!article) return []
    const content = (
      <>
        <ArticleText text={article.text} />
        <TextLink to={helpArticlePath(topic)} className="mt-3 inline-block">
          {t('helpdesk.open_article')}
          <span className="sr-only"> {article.title}</span>
        </TextLink>
      </>
    )
    return [{ key: topic, title: article.title, content }]
  })
  return (
    <div className="mt-2">
      <Accordion items={items} />
    </div>
  )
}

/** Contact without the form. */
export function Direct() {
  const { email, phone } = contact
  const links = [
    <TextLink key="mail" to={`mailto:${email}`} dir="ltr" />,
    <TextLink key="phone" to={`tel:${phone.replaceAll(' ', '')}`} dir="ltr" />,
  ]
  return <T id="helpdesk.direct" values={{ email, phone }} components={links} />
}
