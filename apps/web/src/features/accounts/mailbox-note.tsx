import { boot } from '#lib/boot'
import { T, useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { TextLink } from '#ui/link'

/** Without a mail server the mails lie on a page of this installation: a newcomer has to hear of it. */
export function MailboxNote() {
  const t = useT()
  const { mailbox } = boot.config
  if (!mailbox) return null
  const link = <TextLink key="mailbox" to={mailbox} target="_blank" reloadDocument />
  return (
    <Alert title={t('accounts.mailbox_title')} icon="mail">
      <T id="accounts.mailbox_text" components={[link]} />
    </Alert>
  )
}
