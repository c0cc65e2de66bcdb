import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { supportReplyHours as hours } from '@samtur/contract/constants'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Icon } from '#ui/icon'
import { Page, PageHeader } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { Tabs } from '#ui/tabs'
import { openAssistant } from './assistant.ts'
import { HelpCorner } from './help-corner.tsx'
import { KnowledgeBase } from './knowledge-base.tsx'

// Forms, which readers of the articles do not need.
const Contact = lazy(async () => ({ default: (await import('./contact.tsx')).Contact }))
const OwnRequests = lazy(async () => ({ default: (await import('../support/own-requests.tsx')).OwnRequests }))

const tabs = ['knowledge', 'contact', 'requests', 'chat'] as const
type Tab = (typeof tabs)[number]

const tabTexts = {
  knowledge: 'helpdesk.tab_knowledge',
  contact: 'helpdesk.tab_contact',
  requests: 'helpdesk.tab_requests',
  chat: 'helpdesk.tab_chat',
} as const

/** Help and support: articles, and ways to contact a person. */
export function HelpPage() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const tab: Tab = tabs.find((each) => each === params.get('tab')) ?? 'knowledge'
  return (
    <Page>
      <PageHeader title={t('helpdesk.title')} lead={t('helpdesk.lead')} />
      <Tabs
        label={t('helpdesk.title')}
        items={tabs.map((value) => ({ value, label: t(tabTexts[value]) }))}
        value={tab}
        onChange={(next) => setParams(next === 'knowledge' ? {} : { tab: next })}
      >
        {tab === 'knowledge' && <KnowledgeBase />}
        {/* A boundary for each tab, or the earlier tab would stay until the form is loaded. */}
        <Suspense key={tab} fallback={<Skeleton className="h-96" />}>
          {tab === 'contact' && <Contact />}
          {tab === 'requests' && <OwnRequests />}
        </Suspense>
        {tab === 'chat' && <LiveChat />}
      </Tabs>
      <HelpCorner />
    </Page>
  )
}

function LiveChat() {
  const t = useT()
  return (
    <Card tone="tint" padding="lg" className="max-w-[48rem]">
      <Icon name="chat" size={32} className="text-on-tint" />
      <h2 className="mt-3 text-xl text-on-tint">{t('helpdesk.chat_title')}</h2>
      <p className="mt-2 max-w-text">{t('helpdesk.chat_text', { hours })}</p>
      <Button className="mt-5" icon="chat" onClick={openAssistant}>
        {t('helpdesk.chat_open')}
      </Button>
    </Card>
  )
}
