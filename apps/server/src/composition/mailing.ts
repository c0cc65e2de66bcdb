/** Composition: the product's mails, their texts and their transport. */
import {
  availableLanguages,
  createTranslator,
  loadCatalogues,
  matchLanguage,
  type Catalogues,
  type Translate,
} from '@samtur/i18n/translate'
import type { Config } from '../config.ts'
import type { Deps } from './entry.ts'
import { createAccountMails } from '../features/accounts/mails.ts'
import { createModerationMails } from '../features/moderation/mails.ts'
import { createNotificationMails } from '../features/notifications/mails.ts'
import type { FindRescue } from '../features/notifications/port.ts'
import { privacyMails } from '../features/privacy/mails.ts'
import { createSupportMails } from '../features/support/mails.ts'
import { travelMails } from '../features/travel/mails.ts'
import type { Worker } from '../platform/jobs/worker.ts'
import type { Parts } from '../platform/http/context.ts'
import { layOut, type MailWriters } from '../platform/mail/layout.ts'
import { type MailKind, type OutboxRow, startOutbox, type Render, type Transport } from '../platform/mail/outbox.ts'
import { localTransport, smtpTransport } from '../platform/mail/transport.ts'

export type Translators = Record<string, Translate>

/** Loads the server's own texts, for mails and what stands around a page, in every language. */
export async function createTranslators() {
  const names = ['core', 'errors', 'mails', 'pages', 'profiles', 'ride', 'site', 'travel'] as const
  const catalogues: Catalogues = Object.assign(
    {},
    ...(await Promise.all(availableLanguages.map((language) => loadCatalogues(language, names)))),
  )
  return Object.fromEntries(availableLanguages.map((language) => [language, createTranslator(language, catalogues)]))
}

/** Returns the function that starts sending the outbox. */
export function createMailing(
  deps: Deps,
  {
    translators,
    findRescue,
    mailed,
  }: { translators: Translators; findRescue: FindRescue; mailed(sent: boolean): void },
): () => Worker {
  const transport = counted(createTransport(deps.config, deps.parts), mailed)
  const writers: MailWriters = {
    ...createAccountMails(deps),
    ...createModerationMails(deps),
    ...createNotificationMails({ ...deps, findRescue }),
    ...createSupportMails(deps),
    ...privacyMails,
    ...travelMails,
  }
  const render = createRenderer(deps.config, translators, writers)
  return () => {
    const outbox = startOutbox({ ...deps.parts, transport, render })
    return {
      wake: outbox.wake,
      async stop() {
        await outbox.stop()
        transport.close?.()
      },
    }
  }
}

/** Calls `mailed` after each attempt. */
const counted = (transport: Transport, mailed: (sent: boolean) => void): Transport => ({
  ...transport,
  async send(mail, id) {
    try {
      await transport.send(mail, id)
    } catch (error) {
      mailed(false)
      throw error
    }
    mailed(true)
  },
})

/** Returns where mail goes: to the mail server, without one to the mailbox page, and where others could open that page, nowhere until there is one. */
function createTransport(config: Config, { db, log }: Parts): Transport {
  if (config.smtpUrl) return smtpTransport(config.smtpUrl, config.mailFrom)
  if (config.localMailbox) return localTransport(db)
  log.warn('SMTP_URL is not set: mail waits in the outbox, and no address can be confirmed')
  return { send: () => Promise.reject(Object.assign(new Error('no mail server'), { code: 'NO_SMTP_URL' })) }
}

function createRenderer(
  { supportEmail: support }: Pick<Config, 'supportEmail'>,
  translators: Record<string, Translate>,
  writers: MailWriters,
): Render {
  const say = (locale: string) => {
    const t = translators[matchLanguage([locale])] ?? translators['en']
    if (!t) throw new Error(`no texts in ${locale}`)
    return t
  }
  const write = <Kind extends MailKind>(row: OutboxRow<Kind>) => writers[row.kind](say(row.locale), row, say)
  return async (row) => {
    // A row of an earlier version may have a kind that no longer exists.
    if (!(row.kind in writers)) throw new Error(`no mail of kind ${row.kind}`)
    const content = await write(row)
    if (!content) return null
    return layOut(content, { support, questions: say(content.language)('mails.support_footer', { support }) })
  }
}
