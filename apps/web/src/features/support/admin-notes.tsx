import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { lengths } from '@samtur/contract/constants'
import { supportUpdateBody, type RequestDetail } from '@samtur/contract/support'
import { contractResolver } from '#lib/forms/contract'
import { loadDraft, useFormWithDraft } from '#lib/forms/draft'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextArea } from '#ui/text-input'
import { adminDraft } from './admin-drafts.ts'
import { useUpdate } from './admin-queries.ts'

/** Edits the notes in every state of the request. Only administrators see them. */
export function Notes({ request: { id, admin_notes } }: { request: RequestDetail }) {
  const t = useT()
  const stored = admin_notes ?? ''
  const { form, submit, busy } = useNotesForm(id, stored)
  const errorOf = useFieldErrors(form)
  const unchanged = useWatch({ control: form.control, name: 'admin_notes' }) === stored
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field label={t('admin_support.notes_label')} hint={t('admin_support.notes_hint')} error={errorOf('admin_notes')}>
        <TextArea {...form.register('admin_notes')} rows={3} counter={lengths.description} />
      </Field>
      <Button type="submit" variant="quiet" busy={busy} aria-disabled={unchanged || undefined} className="self-start">
        {t('admin_support.notes_save')}
      </Button>
    </form>
  )
}

function useNotesForm(id: string, stored: string) {
  const t = useT()
  const { mutateAsync } = useUpdate(id)
  const { name, owner } = adminDraft(id, 'notes')
  const { form, draft } = useFormWithDraft<{ admin_notes: string }>({
    name,
    owner,
    resolver: contractResolver(supportUpdateBody),
    defaults: (typed) => ({ admin_notes: stored, ...typed }),
    mode: 'onChange',
  })
  // Notes saved elsewhere show here unless something is typed.
  useEffect(() => {
    if (!loadDraft(name, owner)) form.reset({ admin_notes: stored })
  }, [form, name, owner, stored])
  const submission = useSubmission({
    form,
    draft,
    toastKey: 'admin-notes',
    send: async (values) => values.admin_notes !== stored && mutateAsync(values),
    success: () => ({ title: t('admin_support.updated') }),
    failure: t('admin_support.update_failed'),
  })
  return { form, ...submission }
}
