/** Specified texts: help and support, and the pages to read, in English, as the specification has them. */
import { englishFailure, literal, named, part, quoted, type Place, type Places } from './words.ts'

export const help = {
  'the knowledge base': {
    page: 'helpSupport',
    language: 'en',
    shows: [
      quoted('helpdesk.tab_knowledge', 'Knowledge Base'),
      quoted('helpdesk.tab_contact', 'Contact Support'),
      quoted('helpdesk.tab_requests', 'My Requests'),
      quoted('helpdesk.tab_chat', 'Live Chat'),
      named('helpdesk.category_all', 'all'),
      named('helpdesk.category_general', 'general'),
      named('helpdesk.category_safety', 'safety'),
      named('helpdesk.category_payment', 'payment'),
      named('helpdesk.category_legal', 'legal'),
      named('helpdesk.category_trips', 'trips'),
      named('helpdesk.category_account', 'account'),
      named('helpdesk.category_technical', 'technical'),
    ],
  },
  'the form': {
    page: 'helpSupport',
    language: 'en',
    shows: [
      named('support.name', 'name'),
      named('support.type', 'request type'),
      named('support.subject', 'subject'),
      named('support.description', 'description'),
      named('support.type_general', 'general inquiry'),
      named('support.type_technical', 'technical issue'),
      named('support.type_safety', 'safety concern'),
      named('support.type_feature', 'feature request'),
    ],
  },
  'a form with gaps': {
    page: 'helpSupport',
    language: 'en',
    toast: {
      title: quoted('support.missing_title', 'Missing Information'),
      text: quoted('support.missing_text', 'Please fill in all required fields'),
    },
  },
  'a request that failed': {
    page: 'helpSupport',
    language: 'en',
    toast: englishFailure(quoted('support.failed', 'Failed to submit support request. Please try again.')),
  },
  'a request that was sent': {
    page: 'helpSupport',
    language: 'en',
    shows: [part('support.sent_text', 'within 24 hours', { hours: 24 })],
  },
  'the live chat': {
    page: 'helpSupport',
    language: 'en',
    shows: [part('helpdesk.chat_text', 'bottom-right corner', { hours: 24 })],
  },
  'an assistant without an answer': {
    page: 'helpSupport',
    language: 'en',
    shows: [
      part('helpdesk.fallback', 'no specific answer', { email: '' }),
      part('helpdesk.fallback', 'Laws & Rules', { email: '' }),
    ],
  },
} satisfies Places

const reading = (page: Place['page'], ...shows: Place['shows'] & {}): Place => ({ page, language: 'en', shows })

export const information = {
  'laws and rules': reading(
    'lawsRules',
    named('laws.drivers', 'driver requirements'),
    named('laws.passengers', 'passenger rights'),
    named('laws.insurance', 'insurance'),
    named('laws.tax', 'tax'),
    named('laws.safety', 'safety'),
    part('laws.contact_text', 'legal support', { name: '', email: '' }),
    named('laws.authorities_title', 'road authorities'),
    named('laws.norway', 'Norway'),
    named('laws.denmark', 'Denmark'),
    named('laws.sweden', 'Sweden'),
  ),
  terms: reading(
    'terms',
    quoted('terms.updated', 'Last updated December 2024'),
    named('terms.eligibility', 'eligibility'),
    named('terms.responsibilities', 'responsibilities'),
    named('terms.guidelines', 'ride-sharing guidelines'),
    named('terms.privacy', 'data privacy'),
    named('terms.liability', 'liability'),
    named('terms.termination', 'termination'),
    named('terms.changes', 'changes to terms'),
    named('terms.contact', 'contact'),
    named('terms.law', 'governing law'),
  ),
  'green mission': reading(
    'greenMission',
    named('green.rides', 'rides shared'),
    named('green.co2', 'CO₂ saved'),
    named('green.benefit_co2', 'lower CO₂'),
    named('green.benefit_money', 'saving money'),
    named('green.benefit_community', 'building community'),
    named('green.facts_title', 'facts about CO₂'),
    part('green.fact_ride', 'up to 2.3 kg', { kg: '2.3' }),
    named('green.start', 'start sharing'),
    literal('2,847'),
    literal('15,420 kg'),
    literal('89,340 NOK'),
  ),
} satisfies Places
