import { useId, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import type { Companion } from '@samtur/contract/travel'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { FieldNotes } from '#ui/field'
import { codeLength, codeOf, isCode } from './model.ts'
import { useRefreshToday } from './queries.ts'
import { say } from './sayings.ts'

/** The reader's own code in large digits, and four boxes for the other's. Without a network the code is stored and sent later. */
export function CodeForm({ companion, name }: { companion: Companion; name: string }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  // What was typed is selected, so that the next digit replaces it.
  const { start, busy, queued, error } = useTyping(companion.reservation_id, () => input.current?.select())
  const [typed, setTyped] = useState('')
  const [pressed, setPressed] = useState(false)
  // Nothing was sent since the field was empty.
  const first = useRef(true)
  const id = useId()
  if (companion.met)
    return (
      <Alert tone="success" live>
        {t('travel.met', { name })}
      </Alert>
    )
  const type = (text: string) => {
    const code = codeOf(text).slice(0, codeLength)
    setTyped(code)
    setPressed(false)
    // A digit in place of all four begins anew.
    if (code === '' || (code.length === 1 && typed.length === codeLength)) first.current = true
    if (code.length < codeLength || code === typed || busy) return
    // Each corrected digit would spend a try, except in a code that still waits on the device and is replaced there.
    if (isCode(code) && !first.current && !queued) return
    if (isCode(code)) first.current = false
    void start(code)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setPressed(true)
    void start(typed)
  }
  return (
    <Card padding="none" className="flex min-h-26 flex-wrap justify-between gap-x-4 gap-y-3 p-3.5 py-3">
      <div role="group" aria-labelledby={`${id}-own`}>
        <p id={`${id}-own`} className="mb-1 font-semibold">
          {t('travel.own_code')}
        </p>
        <p dir="ltr" className="font-heading text-3xl leading-12 tracking-widest! tabular">
          {companion.code}
        </p>
      </div>
      <form noValidate onSubmit={submit} className="flex max-w-full min-w-0 flex-col gap-1">
        <label htmlFor={id} className="font-semibold wrap-anywhere">
          {t('travel.other_code', { name })}
        </label>
        <Boxes typed={typed} busy={busy}>
          <input
            ref={input}
            id={id}
            value={typed}
            onChange={(event) => type(event.target.value)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error && `${id}-error`}
            className="absolute inset-0 w-full rounded-sm bg-transparent text-transparent caret-transparent forced-color-adjust-none selection:bg-transparent focus-visible:outline-[Highlight]"
          />
        </Boxes>
        <FieldNotes id={id} error={error} />
        {/* A pressed one stays, so that it keeps the focus. */}
        {isCode(typed) && !queued && (!busy || pressed) && (
          <Button type="submit" variant="quiet" size="sm" busy={busy}>
            {t('travel.confirm_code')}
          </Button>
        )}
        <p role="status" className="text-sm font-medium">
          {queued && t('travel.queued')}
        </p>
      </form>
    </Card>
  )
}

/** Draws a box for each digit behind the field; the one that is typed next is marked. */
function Boxes({ typed, busy, children }: { typed: string; busy: boolean; children: ReactNode }) {
  return (
    <div dir="ltr" aria-busy={busy || undefined} className="group relative grid w-43 max-w-full grid-cols-4 gap-1">
      {Array.from({ length: codeLength }, (_, at) => (
        <span
          key={at}
          aria-hidden="true"
          className={
            'flex h-12 min-w-0 items-center justify-center rounded-field border-2 bg-surface text-xl font-bold tabular ' +
            (at === typed.length ? 'border-edge group-focus-within:border-link' : 'border-edge')
          }
        >
          {typed[at]}
        </span>
      ))}
      {children}
    </div>
  )
}

function useTyping(id: string, onWrong: () => void) {
  const errorText = useErrorText()
  const fieldText = useFieldText()
  const refresh = useRefreshToday()
  const [busy, setBusy] = useState(false)
  const [queued, setQueued] = useState(false)
  const [error, setError] = useState<string>()
  const start = async (code: string) => {
    if (busy) return
    setError(undefined)
    setQueued(false)
    if (!isCode(code)) return setError(fieldText(code === '' ? 'required' : 'wrong_code', 'code'))
    setBusy(true)
    try {
      const sent = await say({ say: 'met', id, code, at: new Date().toISOString() })
      setQueued(!sent)
      if (sent) await refresh()
    } catch (caught) {
      const field = caught instanceof ApiError ? caught.fields?.['code'] : undefined
      setError(field ? fieldText(field, 'code') : errorText(caught))
      onWrong()
    } finally {
      setBusy(false)
    }
  }
  return { start, busy, queued, error }
}
