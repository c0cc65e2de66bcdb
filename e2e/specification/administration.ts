/** Specified texts: the administrator's reports, in Norwegian, and support requests, in English. */
import { englishFailure, failure, named, quoted, type Places } from './words.ts'

export const reports = {
  'not the administrator': {
    page: 'adminReports',
    shows: [quoted('admin.denied_title', 'Ingen tilgang')],
    toast: { title: quoted('admin.denied_title', 'Ingen tilgang') },
  },
  'the list': {
    page: 'adminReports',
    within: 'main li',
    shows: [
      quoted('admin_reports.status.pending', 'Venter'),
      quoted('admin_reports.status.resolved', 'Løst'),
      quoted('admin_reports.status.dismissed', 'Avvist'),
    ],
  },
  'a list that failed': {
    page: 'adminReports',
    toast: failure(quoted('admin_reports.load_failed', 'Kunne ikke laste rapporter')),
  },
  'a decision that failed': {
    page: 'adminReports',
    toast: failure(quoted('admin_reports.update_failed', 'Kunne ikke oppdatere rapport')),
  },
  'an empty message to the reporter': {
    page: 'adminReports',
    shows: [quoted('admin_reports.message_required', 'Vennligst skriv en melding')],
  },
  'a message that was not sent': {
    page: 'adminReports',
    toast: failure(quoted('admin_reports.message_failed', 'Kunne ikke sende melding')),
  },
  'a message that was sent': {
    page: 'adminReports',
    toast: { title: quoted('admin_reports.message_sent', 'Melding sendt') },
  },
  'a report that was decided': {
    page: 'adminReports',
    toast: { title: quoted('admin_reports.updated', 'Rapport oppdatert') },
  },
} satisfies Places

export const supportDashboard = {
  'not the administrator': {
    page: 'adminSupport',
    language: 'en',
    shows: [quoted('admin.denied_title', 'Access Denied')],
    toast: { title: quoted('admin.denied_title', 'Access Denied') },
  },
  'the counters': {
    page: 'adminSupport',
    within: 'main dl',
    language: 'en',
    shows: [
      named('admin_support.count.total', 'total'),
      named('admin_support.count.pending', 'pending'),
      named('admin_support.count.in_progress', 'in progress'),
      named('admin_support.count.resolved', 'resolved'),
    ],
  },
  'the filters': {
    page: 'adminSupport',
    within: 'main search',
    language: 'en',
    shows: [
      named('admin_support.search', 'search'),
      named('admin.state_all', 'all'),
      named('admin_support.status.pending', 'pending'),
      named('admin_support.status.in_progress', 'in progress'),
      named('admin_support.status.resolved', 'resolved'),
      named('admin_support.type.general', 'general'),
      named('admin_support.type.technical', 'technical'),
      named('admin_support.type.account', 'account'),
      named('admin_support.type.safety', 'safety'),
      named('admin_support.type.payment', 'payment'),
      named('admin_support.type.feature', 'feature'),
    ],
  },
  'the list': {
    page: 'adminSupport',
    within: 'main li',
    language: 'en',
    shows: [named('admin_support.status.pending', 'pending'), quoted('admin_support.start_review', 'Start Review')],
  },
  'the button above the list': {
    page: 'adminSupport',
    language: 'en',
    shows: [quoted('admin_support.export', 'Export CSV')],
  },
  'one request': {
    page: 'adminSupport',
    language: 'en',
    shows: [
      named('admin_support.description', 'description'),
      named('admin_support.notes', 'admin notes'),
      quoted('admin_support.mark_in_progress', 'Mark In Progress'),
      quoted('admin_support.mark_resolved', 'Mark Resolved'),
    ],
  },
  'requests that failed': {
    page: 'adminSupport',
    language: 'en',
    toast: englishFailure(quoted('admin_support.load_failed', 'Failed to load support requests')),
  },
  'an update that failed': {
    page: 'adminSupport',
    language: 'en',
    toast: englishFailure(quoted('admin_support.update_failed', 'Failed to update request')),
  },
  'an empty message': {
    page: 'adminSupport',
    language: 'en',
    shows: [quoted('admin_support.message_required', 'Please enter a message')],
  },
  'a message that was not sent': {
    page: 'adminSupport',
    language: 'en',
    toast: englishFailure(quoted('admin_support.message_failed', 'Failed to send message')),
  },
  'a message that was sent': {
    page: 'adminSupport',
    language: 'en',
    toast: { title: quoted('admin_support.message_sent', 'Message Sent') },
  },
  'a request that was updated': {
    page: 'adminSupport',
    language: 'en',
    toast: { title: quoted('admin_support.updated', 'Request Updated') },
  },
} satisfies Places
