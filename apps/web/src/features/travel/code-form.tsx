import { useId, useState, type SyntheticEvent } from 'react'
import type { Companion } from '@samtur/contract/travel'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { codeOf } from './model.ts'
import { useRefreshToday } from './queries.ts'
import { say } from './sayings.ts'

/** The reader's own code in large digits, and a field for the other's. Without a network the code is stored and sent later. */
export function CodeForm({ companion, name }: { companion: Companion; name: string }) {
  const t = useT()
  const { start, busy, queued, error } = useTyping(companion.reservation_id)
  const [typed, setTyped] = useState('')
  const labelId = useId()
  if (companion.met)
    return (
      <Alert tone="success" live>
        {t('travel.met', { name })}
      </Alert>
    )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void start(codeOf(typed))
  }
  return (
    <div className="grid gap-4 rounded-field bg-sunk px-4 py-3.5 sm:grid-cols-2">
      <div role="group" aria-labelledby={labelId}>
        <p id={labelId} className="font-medium">
          {t('travel.own_code')}
        </p>
        <p dir="ltr" className="font-display text-4xl font-bold tracking-[0.2em] tabular">
          {companion.code}
        </p>
        <p className="text-sm text-soft">{t('travel.own_code_text', { name })}</p>
      </div>
      <form noValidate onSubmit={submit} className="flex flex-col gap-2">
        <Field label={t('travel.other_code', { name })} error={error}>
          <div className="flex gap-2">
            <TextInput
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              dir="ltr"
              className="min-w-0 text-xl tracking-[0.2em] tabular"
            />
            <Button type="submit" variant="quiet" busy={busy}>
              {t('travel.confirm_code')}
            </Button>
          </div>
        </Field>
        {queued && (
          <p role="status" className="text-sm font-medium">
            {t('travel.queued')}
          </p>
        )}
      </form>
      <p className="text-sm text-soft sm:col-span-2">{t('travel.code_note')}</p>
    </div>
  )
}

function useTyping(id: string) {
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
    if (!/^\d{4}$/.test(code)) return setError(fieldText(code === '' ? 'required' : 'wrong_code', 'code'))
    setBusy(true)
    try {
      const sent = await say({ say: 'met', id, code, at: new Date().toISOString() })
      setQueued(!sent)
      if (sent) await refresh()
    } catch (caught) {
      const field = caught instanceof ApiError ? caught.fields?.['code'] : undefined
      setError(field ? fieldText(field, 'code') : errorText(caught))
    } finally {
      setBusy(false)
    }
  }
  return { start, busy, queued, error }
}
