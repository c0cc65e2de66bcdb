/** Specified texts: the frame of every page, the front page, and missing pages. */
import { literal, named, quoted, type Places } from './words.ts'

export const site = {
  'while the session loads': { page: 'frame', shows: [quoted('core.loading', 'Laster...')] },
  'an address that leads nowhere': {
    page: 'notFound',
    language: 'en',
    shows: [
      literal('404'),
      quoted('pages.not_found', 'Oops! Page not found'),
      named('pages.to_home', 'return to home'),
    ],
  },
  'a page that throws': {
    page: 'frame',
    language: 'en',
    shows: [quoted('core.crash_title', 'Unexpected Application Error!')],
  },
  'the bar, signed out': {
    page: 'frame',
    within: 'header',
    language: 'en',
    shows: [
      named('nav.rides', 'rides'),
      named('nav.reservations', 'reservations'),
      named('nav.my_rides', 'my rides'),
      named('nav.chat', 'chat'),
      named('nav.profile', 'profile'),
      named('nav.more', 'more'),
      named('nav.login', 'Login/Register'),
    ],
  },
  'the footer': {
    page: 'frame',
    within: 'footer',
    language: 'en',
    shows: [
      named('nav.quick_links', 'quick links'),
      named('nav.find_rides', 'find rides'),
      named('nav.own_reservations', 'my reservations'),
      named('nav.official_resources', 'official resources'),
      literal('2024'),
    ],
  },
  'the menu of more': {
    page: 'frame',
    within: 'header',
    language: 'en',
    shows: [
      named('nav.help', 'help and support'),
      named('nav.laws', 'laws and rules'),
      named('nav.terms', 'terms of service'),
      named('nav.green', 'green mission'),
    ],
  },
  'the bar of a driver': {
    page: 'frame',
    within: 'header',
    language: 'en',
    shows: [named('nav.publish', 'publish ride')],
  },
  // In a wide bar it is a picture with that name.
  'the menu of a narrow window': {
    page: 'frame',
    within: 'header',
    language: 'en',
    shows: [named('nav.logout', 'log out')],
  },
  'the bar of the administrator': {
    page: 'frame',
    within: 'header',
    language: 'en',
    shows: [named('admin.button', 'Admin')],
  },
  'the front page': {
    page: 'home',
    language: 'en',
    shows: [
      named('home.publish', 'start your journey'),
      named('home.available_rides', 'available rides'),
      named('home.see_all', 'see all rides'),
      named('home.green_title', 'green mission'),
      named('home.green_rides', 'rides shared'),
      named('home.green_co2', 'CO₂ saved'),
      named('home.read_more', 'read more'),
      named('home.start_sharing', 'start sharing'),
      named('helpdesk.help', 'help'),
      literal('2,847'),
      literal('15,420 kg'),
      literal('89,340'),
    ],
  },
  'the front page, in Norwegian': { page: 'home', shows: [quoted('home.publish', 'Publiser en tur')] },
  'the help dialog of the front page': {
    page: 'home',
    language: 'en',
    shows: [named('helpdesk.tab_contact', 'contact support')],
  },
} satisfies Places
