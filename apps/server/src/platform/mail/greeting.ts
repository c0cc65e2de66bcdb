import type { Translate } from '@samtur/i18n/translate'

/** Returns the name to greet a person by: none where nobody has confirmed the address, because a stranger may have typed both. */
export const nameToGreet = ({ name, email_verified }: { name: string; email_verified: boolean }): string =>
  email_verified ? name : ''

/** Returns the first words of a mail to a person; the name may be empty. */
export const greeting = (t: Translate, name: string): string =>
  name ? t('mails.greeting', { name }) : t('mails.greeting_without_name')
