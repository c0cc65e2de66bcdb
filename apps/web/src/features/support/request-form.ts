/** What somebody is writing to the house: kept in this tab until it is sent, also over a reload. */
import { useEffect, useRef, useState, useSyncExternalStore, type BaseSyntheticEvent } from 'react'
import { useForm, type FieldErrors } from 'react-hook-form'
import type { Me } from '@samtur/contract/accounts'
import { lengths } from '@samtur/contract/constants'
import { supportBody, type SupportBody } from '@samtur/contract/support'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { applyServerErrors } from '#lib/form'
import { contractResolver } from '#lib/forms/contract'
import { useLanguage, useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { useToast } from '#ui/toast'
import { useCreateRequest } from './queries.ts'

export interface RequestValues {
  name: string
  email: string
  request_type: NonNullable<SupportBody['request_type']>
  subject: string
  description: string
}

interface Draft {
  values: RequestValues
  /** Goes with the draft, so that a reload after a lost answer does not send a second one. */
  key: string
}

const guest = 'guest'
const storageKey = 'support-draft'
const empty: RequestValues = { name: '', email: '', request_type: 'general', subject: '', description: '' }

/** Somebody who is signed in and whose address is confirmed gets the answer on the own account. */
export const memberOf = (me: Me | null) => (me?.email_verified ? me : null)

const ownerOf = (me: Me | null) => me?.id ?? guest

/** What this person has typed in this tab, and what was typed before somebody signed in. */
function loadDraft(owner: string): Draft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as (Draft & { owner: string }) | null
    if (!stored || (stored.owner !== owner && stored.owner !== guest)) return undefined
    return { values: { ...empty, ...stored.values }, key: stored.key }
  } catch {
    return undefined
  }
}

function saveDraft(owner: string, draft: Draft) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ owner, ...draft }))
  } catch {
    // A full or forbidden storage costs the draft, never the form.
  }
}

function clearDraft() {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // As above.
  }
}

let prefills = 0
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Puts something into the form, after what already stands there. The form may be shown or not. */
export function prefillRequest(me: Me | null, given: { subject: string; description: string }) {
  const owner = ownerOf(me)
  const { values, key } = loadDraft(owner) ?? { values: empty, key: crypto.randomUUID() }
  const description = [values.description.trim(), given.description].filter(Boolean).join('\n\n')
  const cut = (text: string, most: number) => [...text].slice(0, most).join('')
  saveDraft(owner, {
    key,
    values: {
      ...values,
      subject: values.subject || cut(given.subject, lengths.subject),
      description: cut(description, lengths.description),
    },
  })
  prefills += 1
  for (const watcher of watchers) watcher()
}

/** Another number whenever something was put into the form from outside. */
export const usePrefills = () => useSyncExternalStore(watch, () => prefills)

function startOf(me: Me | null): Draft {
  const { values, key } = loadDraft(ownerOf(me)) ?? { values: empty, key: crypto.randomUUID() }
  const member = memberOf(me)
  return {
    key,
    values: {
      ...values,
      name: values.name || (me?.profile.full_name ?? ''),
      // What a member has typed as address would not be used.
      email: member ? member.email : values.email || (me?.email ?? ''),
    },
  }
}

/** Whoever has sent it, and where the answer comes. */
export interface SentRequest {
  email: string
  member: boolean
}

export function useRequestForm() {
  const t = useT()
  const toast = useToast()
  const { me } = useSession()
  const { language } = useLanguage()
  const [start] = useState(() => startOf(me))
  const key = useRef(start.key)
  const [sent, setSent] = useState<SentRequest>()
  const failure = useFailure()
  const { mutateAsync } = useCreateRequest()
  const form = useForm<RequestValues>({
    resolver: contractResolver<RequestValues>(supportBody),
    defaultValues: start.values,
    mode: 'onTouched',
  })
  const owner = ownerOf(me)

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(owner, { values, key: key.current }),
      }),
    [form, owner],
  )

  const save = async (values: RequestValues) => {
    try {
      await mutateAsync({ body: { ...values, locale: language }, idempotencyKey: key.current })
    } catch (error) {
      // Sent once already, and changed since: the next press sends what stands there now.
      if (error instanceof ApiError && error.code === 'idempotency_key_reused') key.current = crypto.randomUUID()
      if (!applyServerErrors(form, error)) failure(error)
      return
    }
    const member = memberOf(me)
    setSent({ email: member?.email ?? values.email, member: member !== null })
    key.current = crypto.randomUUID()
    form.reset({ ...values, request_type: 'general', subject: '', description: '' })
    clearDraft()
  }
  const refuse = (errors: FieldErrors<RequestValues>) => {
    const missing = Object.values(errors).some((error) => error?.message === 'required')
    if (missing)
      toast({ tone: 'error', title: t('support.missing_title'), text: t('support.missing_text'), key: 'support' })
  }
  const submit = (event: BaseSyntheticEvent) => form.handleSubmit(save, refuse)(event)
  return { form, member: memberOf(me), submit, sent, again: () => setSent(undefined) }
}

function useFailure() {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  return (error: unknown) => {
    // Trying again at once would not help.
    const wait = error instanceof ApiError && (error.code === 'rate_limited' || error.code === 'offline')
    const text = wait ? errorText(error) : t('support.failed')
    toast({ tone: 'error', title: t('core.error_title'), text, key: 'support' })
  }
}
