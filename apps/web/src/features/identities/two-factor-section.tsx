import { useEffect, useRef, useState, type RefObject } from 'react'
import type { OwnWaysIn } from '@samtur/contract/identities'
import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { Panel } from '#ui/panel'
import { useToast } from '#ui/toast'
import { useReauthentication } from '../accounts/public.ts'
import { EnrolDialog } from './enrol-dialog.tsx'
import { FactorDialog } from './factor-dialog.tsx'
import { makeRecoveryCodes, removeSecondFactor, startEnrolment, useRefreshWaysIn, type Enrolment } from './queries.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

type TwoFactor = OwnWaysIn['two_factor']

/** A code from an app after every sign-in; off, or on with its recovery codes. */
export function TwoFactorSection({ state }: { state: TwoFactor }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { attempt, doing, dialog } = useAttempt()
  const refresh = useRefreshWaysIn()
  const enrol = () => attempt(async () => setEnrolment(await startEnrolment()))
  const enrolled = () => {
    setCodes(enrolment?.backupCodes)
    setEnrolment(undefined)
    void refresh()
  }
  const closeCodes = () => {
    setCodes(undefined)
    void refresh()
  }
  useFocusAfter(codes !== undefined, heading)
  return (
    <Panel
      id="two-factor"
      title={t('security.two_factor')}
      lead={t('security.two_factor_lead')}
      headingRef={heading}
      status={
        <Tag tone={state.enabled ? 'brand' : 'neutral'} icon={state.enabled ? 'check' : undefined}>
          {t(state.enabled ? 'security.on' : 'security.off')}
        </Tag>
      }
    >
      {state.enabled ? (
        <WhenOn state={state} onCodes={setCodes} onRemoved={() => heading.current?.focus()} />
      ) : (
        <>
          {state.required && (
            <Alert tone="warning" title={t('security.required_title')} className="w-full">
              {t('security.required_text')}
            </Alert>
          )}
          <Button variant={state.required ? 'primary' : 'quiet'} icon="shield" busy={doing} onClick={enrol}>
            {t('security.turn_on')}
          </Button>
        </>
      )}
      {enrolment && <EnrolDialog enrolment={enrolment} onDone={enrolled} onClose={() => setEnrolment(undefined)} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={closeCodes} />}
      {dialog}
    </Panel>
  )
}

/** The button that opened it may have gone meanwhile; and nothing outside can have the focus while it is open. */
function useFocusAfter(open: boolean, target: RefObject<HTMLElement | null>) {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) target.current?.focus()
    wasOpen.current = open
  }, [open, target])
}

interface WhenOnProps {
  state: TwoFactor
  onCodes: (codes: readonly string[]) => void
  onRemoved: () => void
}

/** Few enough to think of new ones. */
const fewCodes = 3

/** Both changes ask for a code of the factor itself: neither an open page nor the password is enough. */
function WhenOn({ state, onCodes, onRemoved }: WhenOnProps) {
  const t = useT()
  const toast = useToast()
  const refresh = useRefreshWaysIn()
  const [asked, setAsked] = useState<'codes' | 'remove'>()
  const { recovery_codes_left: count, required } = state
  const close = () => setAsked(undefined)
  const renew = async (code: string) => {
    const { backupCodes } = await makeRecoveryCodes(code)
    close()
    onCodes(backupCodes)
  }
  const remove = async (code: string) => {
    await removeSecondFactor(code)
    close()
    toast({ tone: 'success', title: t('security.two_factor_removed'), key: 'two-factor' })
    await refresh()
    onRemoved()
  }
  return (
    <>
      {count <= fewCodes ? (
        <Alert tone="warning" title={t('security.codes_left', { count })} className="w-full">
          {t('security.few_codes')}
        </Alert>
      ) : (
        <p>{t('security.codes_left', { count })}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" icon="refresh" onClick={() => setAsked('codes')}>
          {t('security.new_codes')}
        </Button>
        {!required && (
          <Button variant="quiet" onClick={() => setAsked('remove')}>
            {t('security.turn_off')}
          </Button>
        )}
      </div>
      {required && <p className="text-sm text-soft">{t('security.cannot_turn_off')}</p>}
      {asked === 'codes' && (
        <FactorDialog
          title={t('security.new_codes_title')}
          text={t('security.new_codes_text')}
          submitLabel={t('security.new_codes')}
          run={renew}
          onClose={close}
        />
      )}
      {asked === 'remove' && (
        <FactorDialog
          title={t('security.turn_off_title')}
          text={t('security.turn_off_text')}
          submitLabel={t('security.turn_off')}
          variant="danger"
          run={remove}
          onClose={close}
        />
      )}
    </>
  )
}

/** One thing at a time, after the password if the server asks for it; what fails is told. */
function useAttempt() {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const refresh = useRefreshWaysIn()
  const { run, dialog } = useReauthentication()
  const [doing, setDoing] = useState(false)
  const work = async (task: () => Promise<void>) => {
    setDoing(true)
    try {
      await run(task)
    } catch (error) {
      toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key: 'two-factor' })
      // It may have been turned on or off in another window.
      void refresh()
    } finally {
      setDoing(false)
    }
  }
  const attempt = (task: () => Promise<void>) => {
    if (!doing) void work(task)
  }
  return { attempt, doing, dialog }
}
