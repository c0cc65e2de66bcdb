/** Every address of the site, with its title and heading. */
import { helpArticles, type HelpSlug } from '@samtur/contract/help'
import {
  helpArticlePath,
  paths,
  ridePath,
  rideWantedPath,
  editRidePath,
  followPath,
  profilePath,
  type PageName,
} from '@samtur/contract/paths'
import type { MessageId } from '@samtur/i18n/translate'
import type { Person } from '../person.ts'
import { dayInOslo } from '../texts.ts'
import { refusal } from '../watch.ts'
import type { Dataset } from '../dataset.ts'

export const roles = ['visitor', 'passenger', 'driver', 'admin'] as const
export type Role = (typeof roles)[number]

/** A text's id, or a function that makes the text. */
type Named = MessageId | ((person: Person, dataset: Dataset) => string)

interface Shown {
  /** The start of the title; the product's name ends it. */
  title: Named
  /** The h1, where it differs from the title. */
  heading?: Named
}

export interface Address extends Shown {
  path: string | ((dataset: Dataset) => string)
  /** What differs for other roles. */
  instead?: Partial<Record<Role, Partial<Shown>>>
  /** The same for everybody: only the visitor opens it. */
  same?: true
  /**
   * A visitor loads pages anew in Norwegian, and comes to them from another page in the other languages. In every language where a page shows dates and numbers,
   * which server and browser have to write alike; in none where others are of its kind.
   */
  anew?: 'always' | 'never'
  /** Console messages to expect there. */
  allow?: RegExp
}

const signedOut = (heading: MessageId): Address['instead'] => ({ visitor: { heading } })
const toSignIn: Address['instead'] = { visitor: { title: 'accounts.title', heading: 'accounts.heading' } }
const home: Shown = { title: 'home.title', heading: 'home.heading' }
const security: Shown = { title: 'security.title', heading: 'security.title' }
const goneHome: Address['instead'] = { passenger: home, driver: home, admin: home }
const denied: Partial<Shown> = { heading: 'admin.denied_title' }
const forAdmins: Address['instead'] = { visitor: denied, passenger: denied, driver: denied }
const unknownRide: Partial<Shown> = { heading: 'edit.not_found_title' }
const notYours: Partial<Shown> = { heading: 'posts.not_yours' }

const pages: Record<Exclude<PageName, 'helpArticle'>, Address> = {
  home: { path: paths.home, ...home, anew: 'always' },
  search: { path: `/search?from=Hamar&date=${dayInOslo(30)}`, title: 'rides.results', anew: 'always' },
  ride: {
    path: ({ openRide }) => ridePath(openRide),
    title: () => 'Oslo – Trondheim',
    heading: () => 'Oslo',
    anew: 'always',
  },
  editRide: {
    path: ({ openRide }) => editRidePath(openRide),
    title: 'edit.heading',
    instead: { ...signedOut('edit.login_title'), passenger: unknownRide, admin: unknownRide },
  },
  reservations: {
    path: paths.reservations,
    title: 'reservations.my_reservations',
    instead: signedOut('reservations.login_title'),
  },
  myRides: { path: paths.myRides, title: 'reservations.my_rides', instead: signedOut('reservations.login_title') },
  ownProfile: {
    path: paths.ownProfile,
    title: 'profiles.own_title',
    heading: ({ name }) => name,
    instead: signedOut('profiles.sign_in_first'),
  },
  profile: { path: ({ driver }) => profilePath(driver.id), title: (_, { driver }) => driver.name, anew: 'always' },
  editProfile: { path: paths.editProfile, title: 'profiles.edit_title', instead: toSignIn },
  publishRide: { path: paths.publishRide, title: 'publish.heading', instead: signedOut('publish.login_title') },
  wanted: { path: paths.wanted, title: 'wanted.mine', instead: signedOut('wanted.login_title') },
  wantedPosts: { path: paths.wantedPosts, title: 'posts.title', anew: 'always' },
  rideWanted: {
    path: ({ openRide }) => rideWantedPath(openRide),
    title: 'posts.on_your_way',
    instead: { ...toSignIn, passenger: notYours, admin: notYours },
    allow: refusal(404),
  },
  today: { path: paths.today, title: 'travel.title' },
  follow: {
    path: followPath('A'.repeat(43)),
    title: 'travel.followed_none_title',
    same: true,
    allow: refusal(404),
  },
  chat: { path: paths.chat, title: 'chat.title', instead: signedOut('chat.login_title') },
  auth: {
    path: paths.auth,
    title: 'accounts.title',
    heading: 'accounts.heading',
    instead: goneHome,
  },
  // Without the mailed link, members are sent to the page where a password is changed.
  resetPassword: {
    path: paths.resetPassword,
    title: 'accounts.title',
    heading: 'accounts.heading',
    instead: { passenger: security, driver: security, admin: security },
  },
  confirm: { path: paths.confirm, title: 'accounts.confirm_heading', same: true },
  adminCode: {
    path: paths.adminCode,
    title: 'accounts.admin_code_heading',
    instead: signedOut('accounts.admin_code_sign_in'),
  },
  security: { path: paths.security, title: 'security.title', instead: signedOut('security.sign_in_first') },
  blocked: { path: paths.blocked, title: 'blocks.title', instead: signedOut('blocks.sign_in_first') },
  myData: { path: paths.myData, title: 'privacy.title', instead: signedOut('privacy.sign_in_first') },
  notifications: {
    path: paths.notifications,
    title: 'notifications.title',
    instead: signedOut('notifications.sign_in_first'),
  },
  helpSupport: { path: paths.helpSupport, title: 'helpdesk.title' },
  adminReports: { path: paths.adminReports, title: 'admin_reports.title', instead: forAdmins },
  adminSupport: { path: paths.adminSupport, title: 'admin_support.title', instead: forAdmins },
  adminUsers: { path: paths.adminUsers, title: 'admin.title', instead: forAdmins },
  adminRates: { path: paths.adminRates, title: 'rates.title', instead: forAdmins },
  adminOperations: { path: paths.adminOperations, title: 'operations.title', instead: forAdmins },
  adminPoints: { path: paths.adminPoints, title: 'admin_points.title', instead: forAdmins },
  lawsRules: { path: paths.lawsRules, title: 'laws.title', same: true },
  terms: { path: paths.terms, title: 'terms.title', same: true },
  greenMission: { path: paths.greenMission, title: 'green.title', same: true, anew: 'always' },
  privacy: { path: paths.privacy, title: 'policy.title', same: true, anew: 'always' },
  accessibility: { path: paths.accessibility, title: 'accessibility.title', same: true, anew: 'always' },
}

const articleTitle = (slug: HelpSlug) => `help.${slug.replaceAll('-', '_')}_title` as MessageId

const articles = helpArticles.map(({ slug }): Address => ({
  path: helpArticlePath(slug),
  title: articleTitle(slug),
  same: true,
  anew: 'never',
}))
const unknown: Address = { path: '/no-such-page', title: 'pages.not_found', same: true, allow: refusal(404) }

/** Returns the addresses that show something to a role which those before it have not seen. */
export function addressesFor(role: Role): Address[] {
  if (role === 'visitor') return [...Object.values(pages), ...articles, unknown]
  const own = Object.values(pages).filter(({ same }) => !same)
  return role === 'driver' ? own.filter(({ instead }) => instead !== forAdmins) : own
}

/** Returns what that role sees there. */
export function shownTo(role: Role, { title, heading, instead }: Address): Required<Shown> {
  const shown = { title, ...(heading && { heading }), ...instead?.[role] }
  return { ...shown, heading: shown.heading ?? shown.title }
}

export const nameOf = (named: Named, person: Person, dataset: Dataset) =>
  typeof named === 'string' ? (person.t as (id: MessageId) => string)(named) : named(person, dataset)
