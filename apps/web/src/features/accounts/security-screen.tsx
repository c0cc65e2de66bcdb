import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import type { OwnWaysIn } from '@samtur/contract/identities'
import { paths } from '@samtur/contract/paths'
import { useLoadFailure, type Failing } from '#lib/failure'
import { useT } from '#lib/i18n'
import { useMe } from '#lib/session'
import { Failure } from '#ui/failure'
import { BackLink } from '#ui/back-link'
import { Card } from '#ui/card'
import { PageHeader } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { useToast } from '#ui/toast'
import { EmailSection } from './email-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ownWaysInQuery } from './queries.ts'
import { SessionsSection } from './sessions-section.tsx'
import { SignInsSection } from './sign-ins-section.tsx'

interface SecurityScreenProps {
  /** What another feature adds to the ways of signing in. */
  children: (ways: OwnWaysIn) => ReactNode
}

/** How one signs in, and where one is signed in. */
export function SecurityScreen({ children }: SecurityScreenProps) {
  const t = useT()
  const me = useMe()
  useNewAddress()
  const ways = useQuery(ownWaysInQuery)
  return (
    <>
      <PageHeader title={t('security.title')} lead={t('security.lead')} back={<BackToProfile />} />
      <div className="flex flex-col gap-4.5">
        {ways.data ? (
          <>
            <PasswordSection me={me} hasPassword={ways.data.password} />
            {children(ways.data)}
          </>
        ) : (
          <Waiting query={ways} />
        )}
        <EmailSection me={me} />
        <SessionsSection />
        <SignInsSection />
      </div>
    </>
  )
}

/** Confirming a new address leads to `/security?email=changed`: said once, then the address is a plain one again. */
function useNewAddress() {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const told = useRef(false)
  const tell = useEffectEvent(() => {
    if (search.get('email') !== 'changed' || told.current) return
    told.current = true
    toast({ tone: 'success', title: t('security.email_changed'), text: t('security.email_changed_text') })
    void navigate(paths.security, { replace: true })
  })
  useEffect(() => tell(), [])
}

function BackToProfile() {
  const t = useT()
  return <BackLink to={paths.ownProfile}>{t('security.to_profile')}</BackLink>
}

function Waiting({ query }: { query: Failing & { isError: boolean } }) {
  const t = useT()
  const failure = useLoadFailure(query)
  if (query.isError) return <Failure {...failure} title={t('security.load_failed')} />
  return (
    <Loading label={t('core.loading')} className="flex flex-col gap-4.5">
      {[0, 1].map((index) => (
        <Card key={index} className="flex flex-col gap-3">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="mt-2 h-11 w-44 rounded-field" />
        </Card>
      ))}
    </Loading>
  )
}
