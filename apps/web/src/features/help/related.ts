import type { HelpSlug } from '@samtur/contract/help'
import type { Article } from './model.ts'

/** Chosen by hand, so that a reader of an article needs no search. */
const related: Record<HelpSlug, readonly [HelpSlug, HelpSlug, HelpSlug]> = {
  'how-it-works': ['create-a-ride', 'join-a-carpool', 'safe-travel'],
  'create-a-ride': ['setting-a-price', 'weekly-rides', 'change-a-ride'],
  'join-a-carpool': ['part-of-the-way', 'cancellation', 'payment-options'],
  'part-of-the-way': ['join-a-carpool', 'matching', 'setting-a-price'],
  matching: ['join-a-carpool', 'part-of-the-way', 'notifications'],
  'change-a-ride': ['create-a-ride', 'cancellation', 'weekly-rides'],
  cancellation: ['change-a-ride', 'join-a-carpool', 'payment-options'],
  'weekly-rides': ['create-a-ride', 'change-a-ride', 'calendar'],
  'luggage-and-pets': ['join-a-carpool', 'create-a-ride', 'children'],
  ratings: ['report-a-user', 'how-it-works', 'contact-support'],
  'payment-options': ['setting-a-price', 'cost-sharing-law', 'tolls-and-ferries'],
  'setting-a-price': ['payment-options', 'cost-sharing-law', 'tolls-and-ferries'],
  'tolls-and-ferries': ['setting-a-price', 'payment-options', 'insurance'],
  emergency: ['safe-travel', 'contact-support', 'report-a-user'],
  'safe-travel': ['emergency', 'report-a-user', 'children'],
  children: ['safe-travel', 'join-a-carpool', 'insurance'],
  'report-a-user': ['block-a-user', 'safe-travel', 'emergency'],
  'block-a-user': ['report-a-user', 'contact-support', 'safe-travel'],
  'cost-sharing-law': ['setting-a-price', 'licence-and-age', 'insurance'],
  insurance: ['licence-and-age', 'emergency', 'cost-sharing-law'],
  'licence-and-age': ['insurance', 'cost-sharing-law', 'children'],
  'data-security': ['update-profile', 'delete-account', 'two-step-verification'],
  'update-profile': ['data-security', 'log-in', 'delete-account'],
  'log-in': ['two-step-verification', 'update-profile', 'contact-support'],
  'two-step-verification': ['log-in', 'data-security', 'update-profile'],
  'delete-account': ['data-security', 'update-profile', 'contact-support'],
  notifications: ['matching', 'chat-and-images', 'calendar'],
  'chat-and-images': ['notifications', 'report-a-user', 'data-security'],
  calendar: ['weekly-rides', 'notifications', 'change-a-ride'],
  'contact-support': ['report-a-user', 'emergency', 'how-it-works'],
}

/** Returns three articles on the same subject. */
export const relatedTo = (slug: HelpSlug, articles: readonly Article[]) =>
  related[slug].flatMap((other) => articles.find((article) => article.slug === other) ?? [])
