/** Notifications as mails. The text is read when the mail is written, so that no name outlives its person's account. */
import type { NotificationKind, NotificationParams } from '@samtur/contract/notifications'
import { alertKinds, notificationKinds } from '@samtur/contract/notifications'
import { paths, searchPath, tripCalendarPath, unsubscribePath } from '@samtur/contract/paths'
import { type Language, matchLanguage, type Translate } from '@samtur/i18n/translate'
import { dayOf } from '#platform/clock'
import type { Parts } from '#platform/http/context'
import type { Links, MailContent, MailOf, MailWriters, Paragraph, Route } from '#platform/mail/layout'
import { dayAndTime } from '#platform/mail/times'
import { type FindRescue, lostBy, rescueLinks } from './rules-rescue.ts'
import { type NotificationText, writeNotification } from './rules-texts.ts'
import { unsubscribeToken } from './rules-unsubscribe.ts'
import { findNotificationMail, type NotificationMail } from './views.ts'

interface Deps {
  parts: Pick<Parts, 'db'>
  origin: () => string
  /** The addresses that switch alerts off are made with it. */
  secret: string
  findRescue: FindRescue
}

type NotificationMailKind = `notifications.${NotificationKind}`

declare module '#platform/mail/outbox' {
  /** The mail is made from the notification of that id. */
  interface MailKinds extends Record<NotificationMailKind, { id: string }> {}
}

/** Returns a writer of mails for every kind of notification. */
export function createNotificationMails({
  parts: { db },
  origin,
  secret,
  findRescue,
}: Deps): MailWriters<NotificationMailKind> {
  const write: MailOf<NotificationMailKind> = async (_, row, say) => {
    const mail = await findNotificationMail(db.read, row.data.id)
    if (!mail) return null
    const alert = alertKinds.find((kind) => kind === mail.kind)
    const unsubscribe = alert && origin() + unsubscribePath(unsubscribeToken(secret, mail.user_id, alert))
    const t = say(mail.locale)
    const lost = lostBy(mail.params)
    // The message matters more than the other ways to travel.
    const rescue = lost && (await findRescue(mail.user_id, lost).catch(() => undefined))
    const others = rescue && rescueLinks(t, matchLanguage([mail.locale]), rescue, origin())
    const links = [...(others ? [others] : []), ...calendarLinks(t, mail, origin())]
    return { ...contentOf(t, mail, origin()), unsubscribe, links }
  }
  const entries = notificationKinds.map((kind) => [`notifications.${kind}`, write] as const)
  return Object.fromEntries(entries) as MailWriters<NotificationMailKind>
}

function contentOf(t: Translate, mail: NotificationMail, origin: string): MailContent {
  const { email } = mail
  const language = matchLanguage([mail.locale])
  const { subject, text, next, button, leadsTo } = writeNotification(t, language, mail)
  return {
    to: email,
    language,
    subject,
    paragraphs: [t('mails.greeting', { name: mail.name }), text, ...reasonOf(t, mail), ...(next ? [next] : [])],
    route: routeOf(language, mail, text),
    action: {
      label: button,
      url: origin + pathOf(leadsTo, mail),
    },
    why: t('mails.notification_footer'),
    settings: { label: t('mails.notification_settings'), url: origin + paths.notifications },
  }
}

/** Returns the link to the file that takes a trip out of the reader's calendar. */
function calendarLinks(
  t: Translate,
  { params: { reservation_id: id }, had_trip }: Pick<NotificationMail, 'params' | 'had_trip'>,
  origin: string,
): Links[] {
  if (!id || !had_trip) return []
  const item = { label: t('mails.calendar_remove'), url: origin + tripCalendarPath(id) }
  return [{ title: t('mails.calendar_title'), items: [item] }]
}

/** Returns the address of a search for the reader's own part of the ride on its day. */
function searchFor({ from = '', to = '', departure_time: time }: NotificationParams): string {
  return searchPath({ from, to, ...(time && { date: dayOf(new Date(time)) }) })
}

const contactPath = `${paths.helpSupport}?tab=contact`

function pathOf(leadsTo: NotificationText['leadsTo'], { params, path }: Pick<NotificationMail, 'params' | 'path'>) {
  if (leadsTo === 'search') return searchFor(params)
  return leadsTo === 'contact' ? contactPath : path
}

/** Returns the drawn route where the text names all of it, so that the plain text says as much. */
function routeOf(language: Language, { params }: Pick<NotificationMail, 'params'>, text: string): Route | undefined {
  const { from = '', to = '', departure_time } = params
  const time = departure_time ? dayAndTime(language, departure_time) : ''
  const isNamed = from !== '' && to !== '' && [from, to, time].every((part) => text.includes(part))
  return isNamed ? { from, to, time } : undefined
}

/** Kinds whose reason is an administrator's. */
const moderationKinds: readonly NotificationKind[] = ['report_decided', 'content_hidden', 'content_shown']

/** Returns the reason as it was written, line by line. */
function reasonOf(
  t: Translate,
  { kind, params: { name, reason } }: Pick<NotificationMail, 'kind' | 'params'>,
): Paragraph[] {
  if (!reason) return []
  const quoted = moderationKinds.includes(kind)
    ? t('mails.notification_admin_reason', { reason })
    : t('mails.notification_reason', { name: name || t('mails.notification_somebody'), reason })
  const [lead = '', ...lines] = quoted.split('\n').filter((line) => line.trim() !== '')
  return [lead, ...lines.map((said) => ({ said }))]
}
