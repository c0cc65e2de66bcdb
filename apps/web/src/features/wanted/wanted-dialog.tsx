import { useId, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { OwnWanted } from '@samtur/contract/wanted'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { emptyWanted, type WantedValues } from './model.ts'
import { WantedCount } from './wanted-count.tsx'
import { WantedExtras, WantedNumbers, WantedPlaces, WantedViewers } from './wanted-fields.tsx'
import { formField, wantedResolver } from './wanted-form.ts'
import { WantedTimes } from './wanted-times.tsx'

export interface WantedDialogProps {
  open: boolean
  onClose: () => void
  /** What the form starts with. */
  initial?: WantedValues
  /** An own wanted ride is changed, rather than a new one made. */
  changes?: boolean
  /** Returns false when the person has to do something else first, such as signing in. */
  send: (values: WantedValues, keyOf: (body: unknown) => string) => Promise<OwnWanted | false>
  onSaved: (wanted: OwnWanted) => void
  /** Returns true when what is behind the form says what is wrong. */
  onFailed?: (error: unknown, values: WantedValues) => boolean
}

/** The form of a wanted ride. The last words before its button say what it would find. */
export function WantedDialog({ open, ...rest }: WantedDialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({
  onClose,
  initial = emptyWanted,
  changes = false,
  send,
  onSaved,
  onFailed,
}: Omit<WantedDialogProps, 'open'>) {
  const t = useT()
  const formId = useId()
  const [start] = useState(initial)
  const form = useForm<WantedValues>({ resolver: wantedResolver, defaultValues: start, mode: 'onTouched' })
  const values = useWatch({ control: form.control, compute: (all: WantedValues) => all })
  const { submit, busy, problem } = useSubmission<WantedValues, OwnWanted>({
    form,
    toastKey: 'wanted',
    send,
    onDone: onSaved,
    fieldOf: formField,
    onError: onFailed,
    // The reason stands in the dialog.
    failure: () => ({ text: t(changes ? 'wanted.change_failed' : 'wanted.save_failed') }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(changes ? 'wanted.change_title' : 'wanted.tell_me')}
      closeLabel={t('core.close')}
      dirty={form.formState.isDirty}
      footer={
        <>
          <div className="basis-full max-sm:flex-none!">
            <WantedCount values={values} />
          </div>
          <Button type="submit" form={formId} size="lg" wide busy={busy}>
            {t(changes ? 'core.save' : 'wanted.submit')}
          </Button>
          <p className="basis-full text-center text-sm text-soft max-sm:flex-none!">{t('wanted.told_by')}</p>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) submit(event)
          }}
        >
          <WantedPlaces />
          <WantedTimes />
          <WantedNumbers />
          <WantedViewers />
          <WantedExtras />
          {problem && <Alert tone="danger">{problem}</Alert>}
        </form>
      </FormProvider>
    </Dialog>
  )
}
