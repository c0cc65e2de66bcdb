import { useEffect, useRef, useState, type RefObject } from 'react'
import type { OwnWaysIn } from '@samtur/contract/identities'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { Panel } from '#ui/panel'
import { useToast } from '#ui/toast'
import { useReauthentication } from '../accounts/reauthentication.tsx'
import { EnrolDialog } from './enrol-dialog.tsx'
import { FactorDialog } from './factor-dialog.tsx'
import { makeRecoveryCodes, removeSecondFactor, startEnrolment, useRefreshWaysIn, type Enrolment } from './queries.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

type TwoFactor = OwnWaysIn['two_factor']

/** Turns the second factor on or off, and renews its recovery codes. */
export function TwoFactorSection({ state }: { state: TwoFactor }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { enrol, busy, dialog } = useEnrolling(setEnrolment)
  const refresh = useRefreshWaysIn()
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
          <Button variant={state.required ? 'primary' : 'quiet'} icon="shield" busy={busy} onClick={enrol}>
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

/** Moves the focus to `target` when the dialog closes, because the button that opened it may be gone. */
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

/** With so few recovery codes left, a warning shows. */
const fewCodes = 3

/** Both changes need a code of the factor: neither an open page nor the password is enough. */
function WhenOn({ state, onCodes, onRemoved }: WhenOnProps) {
  const t = useT()
  const toast = useToast()
  const refresh = useRefreshWaysIn()
  const [dialog, setDialog] = useState<'codes' | 'remove'>()
  const { recovery_codes_left: count, required } = state
  const close = () => setDialog(undefined)
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
        <Button variant="quiet" icon="refresh" onClick={() => setDialog('codes')}>
          {t('security.new_codes')}
        </Button>
        {!required && (
          <Button variant="quiet" onClick={() => setDialog('remove')}>
            {t('security.turn_off')}
          </Button>
        )}
      </div>
      {required && <p className="text-sm text-soft">{t('security.cannot_turn_off')}</p>}
      {dialog === 'codes' && (
        <FactorDialog
          title={t('security.new_codes_title')}
          text={t('security.new_codes_text')}
          submitLabel={t('security.new_codes')}
          run={renew}
          onClose={close}
        />
      )}
      {dialog === 'remove' && (
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

/** Starts the set-up of the second factor, after the password if the server requires it. */
function useEnrolling(onStarted: (enrolment: Enrolment) => void) {
  const refresh = useRefreshWaysIn()
  const { run, dialog } = useReauthentication()
  const { start, busy } = useAction({
    toastKey: 'two-factor',
    run: () => run(async () => onStarted(await startEnrolment())),
    // The factor may have been turned on in another window.
    onError: () => void refresh(),
  })
  return { enrol: () => void start(undefined), busy, dialog }
}
