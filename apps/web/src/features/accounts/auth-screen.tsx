import { useState, type ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Alert } from '#ui/alert'
import { Card } from '#ui/card'
import { HeroLandscape } from '#ui/hero-landscape'
import { Tabs } from '#ui/tabs'
import { useAuthForms } from './forms.ts'
import { MailSent } from './mail-sent.tsx'
import { cameFrom, nextPath } from './model.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

type Tab = 'sign_in' | 'sign_up'

export function AuthScreen() {
  const t = useT()
  const { status } = useSession()
  const [search] = useSearchParams()
  const [tab, setTab] = useState<Tab>('sign_in')
  const [sentTo, setSentTo] = useState<string>()
  const { signIn, signUp, shareEmail } = useAuthForms()
  const show = (next: Tab) => {
    shareEmail()
    setSentTo(undefined)
    setTab(next)
  }

  if (status === 'signed-in') return <Navigate to={nextPath(search)} replace />
  const items = [
    { value: 'sign_in', label: t('accounts.sign_in') },
    { value: 'sign_up', label: t('accounts.sign_up') },
  ] as const
  return (
    <Frame>
      {sentTo === undefined ? (
        <>
          <Reason search={search} />
          <Tabs label={t('accounts.title')} items={items} value={tab} onChange={show}>
            {tab === 'sign_in' ? (
              <SignInForm form={signIn} />
            ) : (
              <SignUpForm form={signUp} onSent={setSentTo} onSignIn={() => show('sign_in')} />
            )}
          </Tabs>
        </>
      ) : (
        <MailSent email={sentTo} onSignIn={() => show('sign_in')} onBack={() => show('sign_up')} />
      )}
    </Frame>
  )
}

/** Why somebody who wanted to go elsewhere is here. */
function Reason({ search }: { search: URLSearchParams }) {
  const t = useT()
  const from = cameFrom(search)
  if (!from) return null
  return (
    <Alert title={t(from === 'chat' ? 'accounts.chat_title' : 'accounts.continue_title')} className="mb-5">
      {from === 'chat' && t('accounts.chat_text')}
    </Alert>
  )
}

/** The form beside a piece of the land it leads into; above it on a phone. */
function Frame({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <Card padding="none" className="grid overflow-hidden md:min-h-[38rem] md:grid-cols-[5fr_6fr]">
      <div className="relative on-hero bg-hero px-5 py-6 text-on-hero sm:p-10">
        <HeroLandscape compact />
        <div className="relative">
          <h1 tabIndex={-1}>{t('accounts.heading')}</h1>
          <p className="mt-2 text-lg text-on-hero-soft">{t('accounts.lead')}</p>
        </div>
      </div>
      <div className="px-4 py-5 sm:p-10">{children}</div>
    </Card>
  )
}
