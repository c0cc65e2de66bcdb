/** The form of a support request. */
import { useState, useSyncExternalStore } from 'react'
import type { Me } from '@samtur/contract/accounts'
import { lengths } from '@samtur/contract/constants'
import { supportBody, type SupportBody } from '@samtur/contract/support'
import { ApiError } from '#lib/api'
import { contractResolver } from '#lib/forms/contract'
import { loadDraft, saveDraft, useFormWithDraft } from '#lib/forms/draft'
import { useSubmission } from '#lib/forms/submission'
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

const draftName = 'support'
const empty: RequestValues = { name: '', email: '', request_type: 'general', subject: '', description: '' }

/** Returns the person whose answer goes to the account: signed in, with a confirmed address. */
export const memberOf = (me: Me | null) => (me?.email_verified ? me : null)

let prefills = 0
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Adds to the form's draft, after its text. An open form shows it at once. */
export function prefillRequest(me: Me | null, given: { subject: string; description: string }) {
  const stored = loadDraft<RequestValues>(draftName, me?.id)
  const values = { ...empty, ...stored?.values }
  const description = [values.description.trim(), given.description].filter(Boolean).join('\n\n')
  const cut = (text: string, most: number) => [...text].slice(0, most).join('')
  saveDraft(draftName, me?.id, {
    idempotencyKey: stored?.idempotencyKey ?? crypto.randomUUID(),
    values: {
      ...values,
      subject: values.subject || cut(given.subject, lengths.subject),
      description: cut(description, lengths.description),
    },
  })
  prefills += 1
  for (const watcher of watchers) watcher()
}

/** Returns a number that changes whenever something was added to the draft from outside. */
export const usePrefills = () => useSyncExternalStore(watch, () => prefills)

function startOf(me: Me | null, stored?: Partial<RequestValues>): RequestValues {
  const values = { ...empty, ...stored }
  const member = memberOf(me)
  return {
    ...values,
    name: values.name || (me?.profile.full_name ?? ''),
    // A member's answer goes to the account, whatever address was typed before signing in.
    email: member ? member.email : values.email || (me?.email ?? ''),
  }
}

/** The address that the answer goes to, and whether the sender is a member. */
export interface SentRequest {
  email: string
  member: boolean
}

export function useRequestForm() {
  const t = useT()
  const toast = useToast()
  const { me } = useSession()
  const { language } = useLanguage()
  const member = memberOf(me)
  const [sent, setSent] = useState<SentRequest>()
  const { mutateAsync } = useCreateRequest()
  const { form, draft } = useFormWithDraft<RequestValues>({
    name: draftName,
    owner: me?.id,
    resolver: contractResolver<RequestValues>(supportBody),
    defaults: (stored) => startOf(me, stored),
    mode: 'onTouched',
  })
  const submission = useSubmission({
    form,
    draft,
    toastKey,
    send: (values, keyOf) => {
      const body = { ...values, locale: language }
      return mutateAsync({ body, idempotencyKey: keyOf(body) })
    },
    onDone: (_, values) => {
      setSent({ email: member?.email ?? values.email, member: member !== null })
      form.reset({ ...values, request_type: 'general', subject: '', description: '' })
    },
    failure: (error, reason) => {
      // For these two trying again at once does not help.
      const wait = error instanceof ApiError && (error.code === 'rate_limited' || error.code === 'offline')
      return { text: wait ? reason : t('support.failed') }
    },
    onInvalid: (errors) => {
      const missing = Object.values(errors).some((error) => error?.message === 'required')
      if (missing)
        toast({ tone: 'error', title: t('support.missing_title'), text: t('support.missing_text'), key: toastKey })
    },
  })
  return { form, member, sent, again: () => setSent(undefined), ...submission }
}

const toastKey = 'support'
