/** The articles of the knowledge base. Their texts are in catalogues: `help.<slug>_title`, `_text` and `help_words.<slug>_words`, dashes as underscores. */

export const helpCategories = ['general', 'safety', 'payment', 'legal', 'trips', 'account', 'technical'] as const
export type HelpCategory = (typeof helpCategories)[number]

/** In the order of the list. A slug is an article's permanent address: articles are renamed in their texts only. */
export const helpArticles = [
  { slug: 'how-it-works', category: 'general' },
  { slug: 'create-a-ride', category: 'trips' },
  { slug: 'join-a-carpool', category: 'trips' },
  { slug: 'part-of-the-way', category: 'trips' },
  { slug: 'matching', category: 'trips' },
  { slug: 'change-a-ride', category: 'trips' },
  { slug: 'cancellation', category: 'trips' },
  { slug: 'weekly-rides', category: 'trips' },
  { slug: 'luggage-and-pets', category: 'trips' },
  { slug: 'ratings', category: 'trips' },
  { slug: 'payment-options', category: 'payment' },
  { slug: 'setting-a-price', category: 'payment' },
  { slug: 'tolls-and-ferries', category: 'payment' },
  { slug: 'emergency', category: 'safety' },
  { slug: 'safe-travel', category: 'safety' },
  { slug: 'children', category: 'safety' },
  { slug: 'report-a-user', category: 'safety' },
  { slug: 'block-a-user', category: 'safety' },
  { slug: 'cost-sharing-law', category: 'legal' },
  { slug: 'insurance', category: 'legal' },
  { slug: 'licence-and-age', category: 'legal' },
  { slug: 'data-security', category: 'legal' },
  { slug: 'update-profile', category: 'account' },
  { slug: 'log-in', category: 'account' },
  { slug: 'two-step-verification', category: 'account' },
  { slug: 'delete-account', category: 'account' },
  { slug: 'notifications', category: 'technical' },
  { slug: 'chat-and-images', category: 'technical' },
  { slug: 'calendar', category: 'technical' },
  { slug: 'contact-support', category: 'general' },
] as const satisfies readonly { slug: string; category: HelpCategory }[]
export type HelpSlug = (typeof helpArticles)[number]['slug']

/** The most frequent questions: the ten entries of the help dialog, and the assistant's quick questions. */
export const helpTopics = [
  'create-a-ride',
  'join-a-carpool',
  'payment-options',
  'report-a-user',
  'cancellation',
  'matching',
  'data-security',
  'update-profile',
  'emergency',
  'contact-support',
] as const satisfies readonly HelpSlug[]

export const isHelpSlug = (slug: string): slug is HelpSlug => helpArticles.some((article) => article.slug === slug)
