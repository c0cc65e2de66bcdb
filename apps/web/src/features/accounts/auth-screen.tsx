import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Card } from '#ui/card'
import { HeroLandscape } from '#ui/hero-landscape'
import { Page } from '#ui/page'
import { Tabs } from '#ui/tabs'
import { signInToast, useClearToast, useToast } from '#ui/toast'
import { Arrival, useArrivalToast } from './arrival.tsx'
import { EmailCodeStep } from './email-code-step.tsx'
import { useAuthForms } from './forms.ts'
import { MailSent } from './mail-sent.tsx'
import { needsPassword, nextPath, tabOf, toastKey, withKeptNext, type Tab } from './model.ts'
import type { Entered } from './queries.ts'
import { SecondFactorStep } from './second-factor-step.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** What stands in place of the forms after one of them. */
type Step = { name: 'forms' } | { name: 'confirm' | 'code'; email: string } | { name: 'second-factor' }

const forms: Step = { name: 'forms' }

export function AuthScreen() {
  const t = useT()
  const toast = useToast()
  const { status } = useSession()
  const [address] = useSearchParams()
  const search = withKeptNext(address)
  const [tab, setTab] = useState<Tab>(() => tabOf(search))
  const [step, setStep] = useState<Step>(() =>
    search.get('step') === 'two-factor' ? { name: 'second-factor' } : forms,
  )
  const [helpless, setHelpless] = useState(() => needsPassword(search))
  const { signIn, signUp, shareEmail, takeAddress } = useAuthForms(search.get('email') ?? '')
  const show = (next: Tab) => {
    shareEmail()
    setStep(forms)
    setTab(next)
  }
  const focusAfter = useFocusOnEmail(tab === 'sign_in' ? signIn : signUp)
  const backTo = (next: Tab) => {
    show(next)
    focusAfter()
  }
  const onEntered = (entered: Entered) => {
    if (entered === 'second-factor') setStep({ name: 'second-factor' })
    else toast({ tone: 'success', title: t('accounts.welcome_back'), key: toastKey })
  }

  const clear = useClearToast()
  useEffect(() => clear(signInToast), [clear])
  useArrivalToast(search)
  if (status === 'signed-in') return <Navigate to={nextPath(search)} replace />
  if (step.name === 'confirm')
    return (
      <Frame>
        <MailSent
          email={step.email}
          next={nextPath(search)}
          onSignIn={() => backTo('sign_in')}
          onBack={() => backTo('sign_up')}
        />
      </Frame>
    )
  if (step.name === 'code')
    return (
      <Frame>
        <EmailCodeStep email={step.email} onEntered={onEntered} onBack={() => backTo('sign_in')} />
      </Frame>
    )
  if (step.name === 'second-factor')
    return (
      <Frame>
        <SecondFactorStep onEntered={() => onEntered('in')} onBack={() => backTo('sign_in')} />
      </Frame>
    )
  const items = [
    { value: 'sign_in', label: t('accounts.sign_in') },
    { value: 'sign_up', label: t('accounts.sign_up') },
  ] as const
  return (
    <Frame>
      <Arrival search={search} />
      <Tabs label={t('accounts.title')} items={items} value={tab} onChange={show}>
        {tab === 'sign_in' ? (
          <SignInForm
            form={signIn}
            next={nextPath(search)}
            helpless={helpless}
            onHelpless={() => setHelpless(true)}
            onEntered={onEntered}
            onCode={(email) => setStep({ name: 'code', email })}
          />
        ) : (
          <SignUpForm
            form={signUp}
            next={nextPath(search)}
            onSent={(email) => {
              takeAddress(email)
              setStep({ name: 'confirm', email })
            }}
            onSignIn={(email) => {
              takeAddress(email)
              backTo('sign_in')
            }}
          />
        )}
      </Tabs>
    </Frame>
  )
}

/** Returns a function that moves the focus to the email field, because the pressed button disappears with its step. */
function useFocusOnEmail({ setFocus }: { setFocus: (field: 'email') => void }) {
  const [presses, setPresses] = useState(0)
  const focus = useEffectEvent(() => setFocus('email'))
  useEffect(() => {
    if (presses > 0) focus()
  }, [presses])
  return () => setPresses((count) => count + 1)
}

/** The form beside a piece of the land it leads into; above it on a phone. */
function Frame({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <Page className="max-w-[64rem]">
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
    </Page>
  )
}
