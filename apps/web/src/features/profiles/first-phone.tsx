/** Asks whoever has no phone number in the profile for one, where it is about to be needed. It can be left empty. */
import { useRef, useState } from 'react'
import type { FieldCode } from '@samtur/contract/errors'
import type { OwnProfile } from '@samtur/contract/profiles'
import { ApiError } from '#lib/api'
import { useFieldText } from '#lib/field-text'
import { useLanguage, useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { withCountryCode } from './model.ts'
import { updateProfile } from './queries.ts'

/** Without a profile nothing is asked. */
export function useFirstPhone(profile: OwnProfile | undefined) {
  const { language } = useLanguage()
  // The field stays while the form is open, also once the number is stored.
  const [asked] = useState(profile?.phone === null)
  const [text, setText] = useState('')
  const [code, setCode] = useState<FieldCode>()
  const [saved, setSaved] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  /** Stores what was typed, if anything was. Returns false for a number that is none, and throws other errors. */
  const save = async (): Promise<boolean> => {
    if (!asked || saved || text.trim() === '') return true
    try {
      await updateProfile({ phone: withCountryCode(text, language) })
      setSaved(true)
      return true
    } catch (error) {
      const problem = error instanceof ApiError ? error.fields?.['phone'] : undefined
      if (!problem) throw error
      setCode(problem)
      input.current?.focus()
      return false
    }
  }
  const change = (changed: string) => {
    setText(changed)
    setCode(undefined)
  }
  return { asked, text, change, code, saved, input, save }
}

interface FirstPhoneProps {
  phone: ReturnType<typeof useFirstPhone>
  label: string
  /** Who will see the number, and for what. */
  hint: string
}

export function FirstPhone({ phone: { asked, text, change, code, saved, input }, label, hint }: FirstPhoneProps) {
  const t = useT()
  const fieldText = useFieldText()
  if (!asked) return null
  return (
    <Field label={label} note={t('core.optional')} hint={hint} error={code && fieldText(code, 'phone')}>
      <TextInput
        ref={input}
        name="phone"
        type="tel"
        autoComplete="tel"
        dir="ltr"
        readOnly={saved}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  )
}
