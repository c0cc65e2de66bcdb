import { useForm, type UseFormReturn } from 'react-hook-form'
import { signInBody, signUpBody } from '@samtur/contract/accounts'
import type { FieldCode } from '@samtur/contract/errors'
import { useFieldText } from '#lib/field-text'
import { contractResolver } from '#lib/forms/contract'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { toastKey } from './model.ts'

export interface SignInValues {
  email: string
  password: string
}

export interface SignUpValues extends SignInValues {
  name: string
  terms_accepted: boolean
}

/** Both forms live as long as the page, so that what was typed survives a change of tab. `email` may come with the link to here. */
export function useAuthForms(email: string) {
  const signIn = useForm<SignInValues>({
    resolver: contractResolver(signInBody),
    defaultValues: { email, password: '' },
  })
  const signUp = useForm<SignUpValues>({
    resolver: contractResolver(signUpBody),
    defaultValues: { name: '', email, password: '', terms_accepted: false },
  })
  /** An address typed in one form is not asked for again in the other. */
  const shareEmail = () => {
    const address = signIn.getValues('email') || signUp.getValues('email')
    if (!signIn.getValues('email')) signIn.setValue('email', address)
    if (!signUp.getValues('email')) signUp.setValue('email', address)
  }
  /** Whoever has just given an address for an account is about to log in with that one. */
  const takeAddress = (address: string) => signIn.reset({ email: address, password: '' })
  return { signIn, signUp, shareEmail, takeAddress }
}

export function useErrorOf<Values extends SignInValues>(form: UseFormReturn<Values>) {
  const fieldText = useFieldText()
  return (field: keyof Values & string) => {
    const code = form.formState.errors[field]?.message
    return typeof code === 'string' ? fieldText(code as FieldCode, field) : undefined
  }
}

/** For help that goes by mail: answers the address that was typed, or asks for one and answers undefined. */
export function useNeedsEmail(form: UseFormReturn<SignInValues>) {
  const t = useT()
  const toast = useToast()
  return () => {
    const email = form.getValues('email').trim()
    if (email !== '') return email
    toast({ tone: 'error', title: t('core.error_title'), text: t('accounts.email_first'), key: toastKey })
    form.setFocus('email')
    return undefined
  }
}
