import { PRODUCT_NAME } from '@samtur/contract/basics'
import type { PublicProfile } from '@samtur/contract/profiles'
import type { Translate } from '@samtur/i18n/translate'
import { ApiError } from '#lib/api'
import { inOrder, type Head, type HeadInput } from '#lib/head'

/** Title of a person's profile, and on the server what a link preview shows of it. */
export function profileHead(profile: PublicProfile, { t, language, format }: HeadInput): Head {
  const { full_name: title, rating, rating_count: count } = profile
  if (!import.meta.env.SSR) return { title }
  const rated = rating !== null && `${t('rides.rating', { rating: format.rating(rating), count })}.`
  const since = t('site.profile_description', {
    name: inOrder(language, title),
    product: inOrder(language, PRODUCT_NAME),
    month: format.month(profile.member_since),
  })
  return { title, description: [since, rated].filter(Boolean).join(' '), kind: 'profile' }
}

/** Title of the page of a profile that cannot be shown. */
export const profileProblem = (t: Translate, error: unknown) =>
  t(error instanceof ApiError && error.code === 'not_found' ? 'profiles.not_found' : 'profiles.load_failed')
