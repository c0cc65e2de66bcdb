/** What reaches people outside of the pages: mail and push messages. */
import { createECDH } from 'node:crypto'
import { checkSmtp } from '../../platform/mail/transport.ts'
import { type Check, ok, problem, reasonOf, unused } from './finding.ts'

export const checkMail: Check = async ({ smtpUrl, localMailbox, mailFrom }) => {
  if (!smtpUrl) {
    if (localMailbox) return [unused('kept for /dev/mailbox on this machine; SMTP_URL is not set')]
    return [problem('SMTP_URL is not set, so nobody can confirm an address', 'set SMTP_URL to your mail server')]
  }
  const { host } = new URL(smtpUrl)
  try {
    await checkSmtp(smtpUrl)
    return [ok(`${host} accepts the sign-in; mails come from ${mailFrom}`)]
  } catch (error) {
    const refused = (error as { code?: string }).code === 'EAUTH'
    const advice = refused
      ? 'compare name and password in SMTP_URL; special characters must be percent-encoded'
      : 'compare host and port in SMTP_URL (smtps:// for port 465), and let the firewall pass this port'
    return [problem(`${host}: ${reasonOf(error)}`, advice)]
  }
}

export const checkPush: Check = ({ vapid }) => {
  if (!vapid) return [unused('off; VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set')]
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(vapid.privateKey, 'base64url'))
  if (pair.getPublicKey('base64url') === vapid.publicKey.replace(/=+$/, '')) return [ok('the two keys are a pair')]
  return [
    problem(
      'VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY',
      'take both from one run of `npx web-push generate-vapid-keys`',
    ),
  ]
}
