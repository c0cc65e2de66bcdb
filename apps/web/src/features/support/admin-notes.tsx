import type { SyntheticEvent } from 'react'
import { lengths } from '@samtur/contract/constants'
import type { RequestDetail } from '@samtur/contract/support'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextArea } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { useFailureToast } from '../moderation/public.ts'
import { useDraft } from './admin-drafts.ts'
import { useUpdate } from './admin-queries.ts'

const key = 'admin-notes'

/** For administrators only, in every state of the request; the person never sees them. */
export function Notes({ request: { id, admin_notes } }: { request: RequestDetail }) {
  const t = useT()
  const toast = useToast()
  const fail = useFailureToast(key)
  const fieldText = useFieldText()
  const { mutateAsync, isPending: busy } = useUpdate(id)
  const stored = admin_notes ?? ''
  const [text, write] = useDraft(id, 'notes', stored)
  const tooLong = [...text].length > lengths.description
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy || tooLong || text === stored) return
    try {
      await mutateAsync({ admin_notes: text })
      write(undefined)
      toast({ tone: 'success', title: t('admin_support.updated'), key })
    } catch (error) {
      fail(error, t('admin_support.update_failed'))
    }
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
      <Field
        label={t('admin_support.notes_label')}
        hint={t('admin_support.notes_hint')}
        error={tooLong && fieldText('too_long')}
      >
        <TextArea
          name="admin_notes"
          rows={3}
          value={text}
          counter={lengths.description}
          onChange={(event) => write(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="quiet"
        busy={busy}
        aria-disabled={text === stored || undefined}
        className="self-start"
      >
        {t('admin_support.notes_save')}
      </Button>
    </form>
  )
}
