import { useForm, type UseFormReturn } from 'react-hook-form'
import { signInBody, signUpBody } from '@samtur/contract/accounts'
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

/** Returns both forms. They live as long as the page, so that a change of tab keeps what was typed. `email` comes with the link to the page. */
export function useAuthForms(email: string) {
  const signIn = useForm<SignInValues>({
    resolver: contractResolver(signInBody),
    defaultValues: { email, password: '' },
  })
  const signUp = useForm<SignUpValues>({
    resolver: contractResolver(signUpBody),
    defaultValues: { name: '', email, password: '', terms_accepted: false },
  })
  /** Copies the address from one form into the other where that one has none. */
  const shareEmail = () => {
    const address = signIn.getValues('email') || signUp.getValues('email')
    if (!signIn.getValues('email')) signIn.setValue('email', address)
    if (!signUp.getValues('email')) signUp.setValue('email', address)
  }
  /** Fills in the address of the account that was just made. */
  const takeAddress = (address: string) => signIn.reset({ email: address, password: '' })
  return { signIn, signUp, shareEmail, takeAddress }
}

/** Returns a function that returns the typed address; without one it asks for it and returns undefined. */
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
