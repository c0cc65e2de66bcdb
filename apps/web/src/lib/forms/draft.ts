/** What a person has typed into a form and not sent yet: kept in this tab, restored after a reload, removed once it is sent. */
import { useEffect, useRef, useState } from 'react'
import { useForm, type DefaultValues, type FieldValues, type UseFormProps } from 'react-hook-form'
import { readTab, writeTab } from '../tab-storage.ts'

export interface Draft<Values> {
  values: Values
  /** Stored with the draft, so that a reload after a lost response does not send a second time. */
  idempotencyKey: string
}

interface StoredDraft<Values> extends Draft<Values> {
  owner: string
}

const visitor = 'visitor'
const storageKey = (name: string) => `${name}-draft`

/** Returns the owner's draft. A draft typed before signing in belongs to the person who signs in; another person's draft is never returned. */
export function loadDraft<Values>(name: string, owner: string | undefined): Draft<Values> | undefined {
  const stored = readTab<StoredDraft<Values>>(storageKey(name))
  if (!stored || (stored.owner !== owner && stored.owner !== visitor)) return undefined
  const { values, idempotencyKey } = stored
  return { values, idempotencyKey }
}

export function saveDraft<Values>(name: string, owner: string | undefined, draft: Draft<Values>) {
  writeTab(storageKey(name), { owner: owner ?? visitor, ...draft } satisfies StoredDraft<Values>)
}

export const clearDraft = (name: string) => writeTab(storageKey(name), undefined)

interface DraftedForm<Values extends FieldValues> extends Omit<UseFormProps<Values>, 'defaultValues' | 'values'> {
  /** Names the form in the storage. */
  name: string
  /** The person, together with what else the draft belongs to; undefined for a visitor. */
  owner: string | undefined
  /** Returns the values that the form starts with, with and without a draft. */
  defaults: (stored?: Partial<Values>) => Values
}

/** `useForm` with a draft. A form that holds nothing but its default values keeps none. */
export function useFormWithDraft<Values extends FieldValues>({
  name,
  owner,
  defaults,
  ...options
}: DraftedForm<Values>) {
  const [start] = useState(() => {
    const stored = loadDraft<Partial<Values>>(name, owner)
    return { values: defaults(stored?.values), idempotencyKey: stored?.idempotencyKey ?? crypto.randomUUID() }
  })
  const key = useRef(start.idempotencyKey)
  const empty = JSON.stringify(defaults())
  const form = useForm<Values>({ ...options, defaultValues: start.values as DefaultValues<Values> })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (JSON.stringify(values) === empty) clearDraft(name)
          else saveDraft(name, owner, { values, idempotencyKey: key.current })
        },
      }),
    [form, name, owner, empty],
  )
  const draft = {
    /** One key for everything that this draft becomes. */
    keyOf: () => key.current,
    renewKey: () => (key.current = crypto.randomUUID()),
    clear: () => clearDraft(name),
  }
  return { form, draft }
}
