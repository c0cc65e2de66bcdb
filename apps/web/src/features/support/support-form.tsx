import { useEffect, useRef, type ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { lengths, supportReplyHours as hours } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { offeredRequestTypes } from '@samtur/contract/support'
import { useFieldErrors } from '#lib/forms/field-errors'
import { T, useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextLink } from '#ui/link'
import { Select, TextArea, TextInput } from '#ui/text-input'
import { typeTexts } from './model.ts'
import { usePrefills, useRequestForm, type RequestValues, type SentRequest } from './request-form.ts'

interface SupportFormProps {
  /** The level of the heading that replaces the form once it is sent. */
  level?: 'h2' | 'h3'
}

/** Writes to support. Visitors may too. */
export function SupportForm(props: SupportFormProps) {
  const { me } = useSession()
  const prefills = usePrefills()
  return <RequestForm key={`${me?.id} ${prefills}`} {...props} />
}

function RequestForm({ level = 'h2' }: SupportFormProps) {
  const t = useT()
  const { form, member, submit, busy, sent, again } = useRequestForm()
  if (sent) return <Sent sent={sent} level={level} onAgain={again} />
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <p className="max-w-text text-soft">{t('support.form_lead', { hours })}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="name" label={t('support.name')}>
          <TextInput {...form.register('name')} autoComplete="name" dir="auto" />
        </FormField>
        <FormField
          form={form}
          name="email"
          label={t('support.email')}
          hint={member ? t('support.email_own') : t('support.email_guest')}
        >
          <TextInput
            {...form.register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            readOnly={member !== null}
            className={member ? 'bg-sunk!' : ''}
          />
        </FormField>
      </div>
      <TypeField form={form} />
      <FormField form={form} name="subject" label={t('support.subject')}>
        <TextInput {...form.register('subject')} autoComplete="off" dir="auto" />
      </FormField>
      <FormField form={form} name="description" label={t('support.description')}>
        <TextArea {...form.register('description')} rows={6} counter={lengths.description} />
      </FormField>
      <Button type="submit" icon="send" busy={busy} className="self-start max-sm:w-full">
        {t('support.send')}
      </Button>
    </form>
  )
}

interface FormFieldProps {
  form: UseFormReturn<RequestValues>
  name: keyof RequestValues
  label: string
  hint?: string
  children: ReactNode
}

function FormField({ form, name, label, hint, children }: FormFieldProps) {
  const errorOf = useFieldErrors(form)
  return (
    <Field label={label} hint={hint} error={errorOf(name)} required>
      {children}
    </Field>
  )
}

/** Chooses what the request is about. For danger and reports it names what to do first and what support needs to know. */
function TypeField({ form }: Pick<FormFieldProps, 'form'>) {
  const t = useT()
  const type = useWatch({ control: form.control, name: 'request_type' })
  const serious = type === 'report_user' || type === 'safety'
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('support.type')}>
        <Select {...form.register('request_type')}>
          {offeredRequestTypes.map((each) => (
            <option key={each} value={each}>
              {t(typeTexts[each])}
            </option>
          ))}
        </Select>
      </Field>
      <div role="status" className="empty:hidden">
        {serious && (
          <Alert tone="warning" title={t('support.danger')}>
            {type === 'report_user' && t('support.report_hint')}
          </Alert>
        )}
      </div>
    </div>
  )
}

interface SentProps {
  sent: SentRequest
  level: 'h2' | 'h3'
  onAgain: () => void
}

/** Takes the form's place once the request is sent. */
function Sent({ sent: { email, member }, level: Heading, onAgain }: SentProps) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const own = <TextLink key="own" to={`${paths.helpSupport}?tab=requests`} />
  return (
    <div className="flex flex-col items-start gap-4 rounded-card bg-brand-tint p-5 sm:p-6">
      <Heading ref={heading} tabIndex={-1} className="text-xl text-on-tint">
        {t('support.sent_title')}
      </Heading>
      <div className="flex flex-col gap-1 wrap-anywhere">
        <p>{t('support.sent_text', { hours })}</p>
        <p>{member ? <T id="support.sent_member" components={[own]} /> : t('support.sent_guest', { email })}</p>
      </div>
      <Button variant="quiet" onClick={onAgain}>
        {t('support.another')}
      </Button>
    </div>
  )
}
