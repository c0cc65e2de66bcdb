import { useId, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { OwnWanted } from '@samtur/contract/wanted'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { emptyWish, type WishValues } from './model.ts'
import { WishCount } from './wish-count.tsx'
import { WishExtras, WishNumbers, WishPlaces, WishViewers } from './wish-fields.tsx'
import { formField, wishResolver } from './wish-form.ts'
import { WishTimes } from './wish-times.tsx'

export interface WishDialogProps {
  open: boolean
  onClose: () => void
  /** What the form starts with. */
  initial?: WishValues
  /** An own wanted ride is changed, rather than a new one made. */
  changes?: boolean
  /** Returns false when the person has to do something else first, such as signing in. */
  send: (values: WishValues, keyOf: (body: unknown) => string) => Promise<OwnWanted | false>
  onSaved: (wish: OwnWanted) => void
  /** Returns true when what is behind the form says what is wrong. */
  onFailed?: (error: unknown, values: WishValues) => boolean
}

/** The form of a wanted ride. The last words before its button say what it would find. */
export function WishDialog({ open, ...rest }: WishDialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({
  onClose,
  initial = emptyWish,
  changes = false,
  send,
  onSaved,
  onFailed,
}: Omit<WishDialogProps, 'open'>) {
  const t = useT()
  const formId = useId()
  const [start] = useState(initial)
  const form = useForm<WishValues>({ resolver: wishResolver, defaultValues: start, mode: 'onTouched' })
  const values = useWatch({ control: form.control, compute: (all: WishValues) => all })
  const { submit, busy, problem } = useSubmission<WishValues, OwnWanted>({
    form,
    toastKey: 'wish',
    send,
    onDone: onSaved,
    fieldOf: formField,
    onError: onFailed,
    failure: t(changes ? 'wanted.change_failed' : 'wanted.save_failed'),
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
            <WishCount values={values} />
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
          <WishPlaces />
          <WishTimes />
          <WishNumbers />
          <WishViewers />
          <WishExtras />
          {problem && <Alert tone="danger">{problem}</Alert>}
        </form>
      </FormProvider>
    </Dialog>
  )
}
