/** Specified texts: conversations. */
import { failure, named, quoted, type Place, type Places } from './words.ts'

const failing = (...text: Parameters<typeof quoted>): Place => ({ page: 'chat', toast: failure(quoted(...text)) })
const done = (...title: Parameters<typeof quoted>): Place => ({ page: 'chat', toast: { title: quoted(...title) } })

export const chat = {
  'signed out': {
    page: 'chat',
    shows: [quoted('chat.login_title', 'Du må logge inn')],
    toast: failure(quoted('chat.login_toast', 'Du må være logget inn for å bruke chat')),
  },
  'beginning a chat, signed out': {
    page: 'chat',
    toast: {
      title: quoted('chat.login_title', 'Du må logge inn'),
      text: quoted('chat.start_login_toast', 'Du må være logget inn for å chatte'),
    },
  },
  'no conversations': {
    page: 'chat',
    shows: [quoted('chat.title', 'Meldinger'), quoted('chat.empty', 'Ingen samtaler ennå')],
  },
  'none chosen': {
    page: 'chat',
    shows: [quoted('chat.title', 'Meldinger'), quoted('chat.choose', 'Velg en samtale')],
  },
  'the menu': {
    page: 'chat',
    language: 'en',
    shows: [
      named('chat.block', 'block user'),
      named('chat.delete', 'delete conversation'),
      named('chat.report', 'report user'),
    ],
  },
  'a message just sent': { page: 'chat', shows: [quoted('core.now', 'Nå')] },
  'the report dialog': { page: 'chat', shows: [quoted('chat.report_send', 'Send rapport')] },
  'the report dialog, in English': { page: 'chat', language: 'en', shows: [named('core.cancel', 'cancel')] },
} satisfies Places

export const chatFailures = {
  'conversations that failed': failing('chat.list_failed', 'Kunne ikke laste chatter'),
  'a person that cannot be': failing('chat.find_failed', 'Kunne ikke finne bruker'),
  'a conversation that was not created': failing('chat.create_failed', 'Kunne ikke opprette chat'),
  'a conversation that may not begin': failing('chat.start_failed', 'Kunne ikke starte chat'),
  'messages that failed': failing('chat.messages_failed', 'Kunne ikke laste meldinger'),
  'a message that was not sent': failing('chat.send_failed', 'Kunne ikke sende melding'),
  'an image that was not sent': failing('chat.image_failed', 'Kunne ikke sende bilde'),
  'an image that stays too large': failing('chat.image_too_big', 'Kunne ikke komprimere bildet under 5MB'),
  'a block that failed': failing('chat.block_failed', 'Kunne ikke blokkere bruker'),
  'a deletion that failed': failing('chat.delete_failed', 'Kunne ikke slette samtale'),
  'a report that failed': failing('chat.report_failed', 'Kunne ikke rapportere bruker'),
} satisfies Places

export const chatSuccesses = {
  'a conversation that began': done('chat.started', 'Chat startet'),
  'an image that was sent': done('chat.image_sent', 'Bilde sendt'),
  'a person who was blocked': done('chat.blocked', 'Bruker blokkert'),
  'a conversation that was deleted': done('chat.deleted', 'Samtale slettet'),
  'a person who was reported': {
    page: 'chat',
    toast: {
      title: quoted('chat.reported', 'Bruker rapportert'),
      text: quoted('chat.reported_text', 'Takk for din rapport. Vi vil vurdere saken.'),
    },
  },
} satisfies Places
