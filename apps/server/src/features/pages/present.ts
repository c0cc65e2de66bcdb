/** Title, description and texts of a page in its language, for browsers that have run no script yet. */
import { currencyUnits } from '@samtur/contract/basics'
import { PRODUCT_NAME, TIME_ZONE } from '@samtur/contract/constants'
import { helpTextId, isHelpSlug } from '@samtur/contract/help'
import { paths, type PageName } from '@samtur/contract/paths'
import type { PublicProfile } from '@samtur/contract/profiles'
import type { RideDetail } from '@samtur/contract/rides'
import { languages, type Language, type MessageId, type Translate } from '@samtur/i18n/translate'
import { missingProblem } from './present-problem.ts'
import { isAllRides } from './rules.ts'

export interface Head {
  title: string
  /** The longer title for link previews, where there is one. */
  card?: string | undefined
  description: string
  /** The kind of page, as link previews name it. */
  kind?: 'article' | 'profile'
  /** Search engines should not list the page. */
  passing?: boolean
}

const name = PRODUCT_NAME

const fromTheRight = (language: Language) => languages[language].dir === 'rtl'

const comma = (language: Language) => (fromTheRight(language) ? '، ' : ', ')

/** Isolates the direction of names and prices, so that they stay whole and in the order of the sentence. */
const whole = (language: Language, text: string) => (fromTheRight(language) ? `\u2068${text}\u2069` : text)

/** The pages whose texts are the same for all readers. The browser gives them, and those below, the same titles. */
const heads: Partial<Record<PageName, (t: Translate) => Head>> = {
  auth: (t) => ({ title: t('accounts.title'), description: t('accounts.lead') }),
  helpSupport: (t) => ({ title: t('helpdesk.title'), description: t('helpdesk.lead') }),
  wantedPosts: (t) => ({ title: t('posts.title'), description: t('posts.lead') }),
  lawsRules: (t) => ({ title: t('laws.title'), description: t('laws.description') }),
  terms: (t) => ({ title: t('terms.title'), description: t('terms.lead') }),
  greenMission: (t) => ({ title: t('green.title'), description: t('green.description') }),
  privacy: (t) => ({ title: t('policy.title'), description: t('policy.description', { name }) }),
  accessibility: (t) => ({ title: t('accessibility.title'), description: t('accessibility.description', { name }) }),
}

/** Pages with the site's description. Personal pages have the site's name until the browser sets their title. */
const titles = {
  home: 'home.title',
  publishRide: 'publish.heading',
  follow: 'travel.followed_last',
  resetPassword: 'accounts.reset_heading',
  confirm: 'accounts.confirm_heading',
  adminCode: 'accounts.admin_code_heading',
  ownProfile: 'profiles.own_title',
  editProfile: 'profiles.edit_title',
} as const satisfies Partial<Record<PageName, MessageId>>

const isTitled = (page: string): page is keyof typeof titles => Object.hasOwn(titles, page)

/** The addresses of support, which some articles name. */
export interface Contact {
  email: string
  phone: string
}

const articleSlug = (path: string) => path.slice(paths.helpSupport.length + 1).replace(/\/$/, '')

/** Returns whether the address is of an article that does not exist. */
export const isNoArticle = (page: string, path: string) => page === 'helpArticle' && !isHelpSlug(articleSlug(path))

function articleHead(t: Translate, path: string, contact: Contact): Head | undefined {
  const slug = articleSlug(path)
  if (!isHelpSlug(slug)) return undefined
  const say = t as (id: MessageId, values: Contact) => string
  const [description = ''] = say(helpTextId(slug, 'text'), contact).split('\n')
  return { title: say(helpTextId(slug, 'title'), contact), description, kind: 'article' }
}

/** Data of a page beside its texts. */
export interface Shown {
  language: Language
  query: URLSearchParams
  now: Date
  ride?: RideDetail | undefined
  profile?: PublicProfile | undefined
  /** The content of the address does not exist, or the reader may not see it. */
  missing?: boolean | undefined
}

/** The fields of `RideDetail` that a link preview shows. */
function rideState(t: Translate, { status, section }: RideDetail, now: Date) {
  if (status === 'cancelled') return { text: t('ride.cancelled_title'), open: false }
  if (new Date(section.departure_time) <= now) return { text: t('ride.departed_title'), open: false }
  if (section.available_seats === 0) return { text: t('ride.full_title'), open: true }
  return { text: t('rides.seats_left', { count: section.available_seats }), open: true }
}

function rideHead(t: Translate, ride: RideDetail, { language, now }: Shown): Head {
  const { section, driver } = ride
  const { text, open } = rideState(t, ride, now)
  const places = [section.start_location, section.end_location].map((place) => whole(language, place)).join(' – ')
  const title = [places, dayOf(language, section.departure_time, now)].join(comma(language))
  const card = t('site.ride_title', {
    from: whole(language, section.start_location),
    to: whole(language, section.end_location),
    when: whole(language, dayAndTime(language, section.departure_time)),
    price: whole(
      language,
      `${section.price.toLocaleString(languages[language].tag)}\u00a0${currencyUnits[ride.currency]}`,
    ),
  })
  const by = driver.full_name && t('site.ride_driver', { driver: whole(language, driver.full_name) })
  return { title, card, description: [`${text}.`, by, t('site.ride_more')].filter(Boolean).join(' '), passing: !open }
}

function profileHead(t: Translate, profile: PublicProfile, { language }: Shown): Head {
  const { full_name, rating, rating_count: count } = profile
  const month = shown(language, profile.member_since, { month: 'long', year: 'numeric' })
  const score = (value: number) => value.toLocaleString(languages[language].tag, { minimumFractionDigits: 1 })
  const rated = rating !== null && `${t('rides.rating', { rating: score(rating), count })}.`
  const since = t('site.profile_description', {
    name: whole(language, full_name),
    product: whole(language, name),
    month,
  })
  return { title: full_name, description: [since, rated].filter(Boolean).join(' '), kind: 'profile' }
}

function searchHead(t: Translate, { language, query, now }: Shown): Head {
  const [from = '', to = '', date = ''] = ['from', 'to', 'date'].map(
    (field) => query.get(field)?.trim().slice(0, 120) ?? '',
  )
  const day = date && !Number.isNaN(Date.parse(date)) && dayOf(language, date, now)
  const places = [from, to].filter(Boolean).map((place) => whole(language, place))
  const what = [places.join(' – '), day].filter(Boolean).join(comma(language))
  const description = t('site.description')
  if (!what) return { title: t(isAllRides(query) ? 'rides.all_rides' : 'rides.search_label'), description }
  // There is no end of searches, and the rides that they find have their own addresses.
  return { title: `${t('rides.results')}: ${what}`, description, passing: true }
}

const shown = (language: Language, instant: string, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languages[language].tag, { timeZone: TIME_ZONE, ...style }).format(new Date(instant))

const yearOf = (instant: string) => shown('en', instant, { year: 'numeric' })

/** Returns a text such as 'fre. 5. mai', with the year when it is not the current one. */
function dayOf(language: Language, instant: string, now: Date) {
  const year = yearOf(instant) === yearOf(now.toISOString()) ? undefined : 'numeric'
  return shown(language, instant, { weekday: 'short', day: 'numeric', month: 'short', year })
}

/** Returns a text such as 'fre. 5. mai 08:00', with a colon as on the pages. */
function dayAndTime(language: Language, instant: string) {
  const day = shown(language, instant, { weekday: 'short', day: 'numeric', month: 'short' })
  const time = shown(language, instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${day} ${time.replace(/^(\d+)\D(\d+)$/, '$1:$2')}`
}

function ownHead(
  t: Translate,
  page: string | undefined,
  path: string,
  { contact, ...on }: Shown & { contact: Contact },
) {
  if (page === undefined) return { title: t('pages.not_found'), description: '' }
  if (on.missing) return { title: missingProblem(t, page).heading, description: '' }
  if (page === 'helpArticle') return articleHead(t, path, contact)
  if (page === 'ride') return on.ride && rideHead(t, on.ride, on)
  if (page === 'profile') return on.profile && profileHead(t, on.profile, on)
  if (page === 'search') return searchHead(t, on)
  if (isTitled(page)) return { title: t(titles[page]), description: '' }
  return heads[page as PageName]?.(t)
}

/** Returns the page's head; `path` decides where the content depends on the address. */
export function presentHead(
  t: Translate,
  page: string | undefined,
  path: string,
  on: Shown & { contact: Contact },
): Head {
  const own: Head | undefined = ownHead(t, page, path, on)
  const description = own?.description || t('site.description')
  const card = own?.card && `${own.card} – ${name}`
  return { ...own, title: own ? `${own.title} – ${name}` : t('site.title', { name }), card, description }
}
