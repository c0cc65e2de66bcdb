import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { meetingPoints } from '@samtur/contract/constants'
import { csvBody } from '@samtur/contract/meeting-points'
import { useFieldText } from '#lib/field-text'
import { useFormat } from '#lib/format'
import { contractResolver } from '#lib/forms/contract'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea } from '#ui/text-input'
import { decodeTable, lineRange } from './model.ts'
import { useImportPoints } from './queries.ts'

interface ImportValues {
  csv: string
}

/** Imports a file of points. A refusal names the line and the column, marks the line, and keeps the text for correcting it. */
export function AdminImport({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { number } = useFormat()
  const picker = useRef<HTMLInputElement>(null)
  const { form, box, submit, busy, problem } = useImportForm(onClose)
  const { error } = form.getFieldState('csv', form.formState)
  const take = async (file: File | undefined) => {
    if (!file) return
    const text = decodeTable(await file.arrayBuffer())
    form.setValue('csv', text, { shouldDirty: true })
    form.clearErrors()
    form.setFocus('csv')
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={t('admin_points.import')}
      submitLabel={t('admin_points.import')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      size="lg"
      busy={busy}
      dirty={form.formState.isDirty}
    >
      <p className="text-soft">{t('admin_points.import_text', { count: number(meetingPoints.csvRows) })}</p>
      {problem && (
        <Alert tone="danger" live>
          {problem}
        </Alert>
      )}
      <div>
        <Button variant="quiet" onClick={() => picker.current?.click()}>
          {t('admin_points.file')}
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".csv,text/csv"
          hidden
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0])
            // The same file can be chosen again after it was corrected.
            currentTarget.value = ''
          }}
        />
      </div>
      <div ref={box}>
        <Field
          label={t('admin_points.content')}
          error={error && (error.type === 'server' ? error.message : t('admin_points.file_missing'))}
          required
        >
          <TextArea
            {...form.register('csv')}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            rows={8}
            className="font-mono text-sm whitespace-pre"
          />
        </Field>
      </div>
    </FormDialog>
  )
}

function useImportForm(onDone: () => void) {
  const t = useT()
  const { number } = useFormat()
  const fieldText = useFieldText()
  const { mutateAsync } = useImportPoints()
  const refused = useRef<number>(undefined)
  const box = useRef<HTMLDivElement>(null)
  const [marked, setMarked] = useState<[start: number, end: number]>()
  const form = useForm<ImportValues>({ resolver: contractResolver(csvBody), defaultValues: { csv: '' } })
  const submission = useSubmission({
    form,
    toastKey: 'points',
    send: ({ csv }) => mutateAsync(csv),
    onDone,
    success: ({ added, changed, unchanged }) => ({
      title: t('admin_points.imported'),
      text: t('admin_points.imported_text', {
        added: number(added),
        changed: number(changed),
        unchanged: number(unchanged),
      }),
    }),
    messageOf: ({ params = {} }, code) => {
      const { line, column } = params
      refused.current = typeof line === 'number' ? line : undefined
      if (typeof line !== 'number') return fieldText(code)
      return typeof column === 'string'
        ? t('admin_points.import_cell', { line: number(line), column, problem: fieldText(code) })
        : t('admin_points.import_line', { line: number(line), problem: fieldText(code) })
    },
    focus: () => {
      setMarked(lineRange(form.getValues('csv'), refused.current ?? 1))
    },
  })
  const { busy } = submission
  // After the last rendering of the refusal: a later one would move the selection.
  useEffect(() => {
    const field = box.current?.querySelector('textarea')
    if (!marked || busy || !field) return
    field.focus()
    field.setSelectionRange(...marked)
  }, [marked, busy])
  return { form, box, ...submission }
}
