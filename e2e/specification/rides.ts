/** Specified texts: finding a ride, requesting a seat, publishing. */
import { failure, literal, named, part, quoted, type Places } from './words.ts'

export const rides = {
  'the search form': {
    page: 'search',
    language: 'en',
    shows: [named('rides.from', 'from'), named('rides.to', 'to'), named('rides.date', 'date')],
  },
  'a search under way': {
    page: 'search',
    shows: [quoted('rides.results', 'Søkeresultater'), quoted('rides.searching', 'Søker etter turer...')],
  },
  'a search that found nothing': {
    page: 'search',
    shows: [
      quoted('rides.results', 'Søkeresultater'),
      quoted('rides.none_title', 'Ingen turer funnet'),
      quoted('no_rides.text', 'Prøv å justere søkekriteriene dine'),
    ],
  },
  'a ride card': {
    page: 'search',
    shows: [
      part('rides.via', 'via', { place: 'Hamar' }),
      quoted('core.hours_short', '7,0 t', { hours: '7,0' }),
      literal('kr'),
    ],
  },
  'the reservation dialog': {
    page: 'search',
    shows: [quoted('reservations.dialog_title', 'Reserver tur'), literal('kr')],
  },
  'reserving, signed out': {
    page: 'search',
    toast: failure(quoted('reservations.login_to_reserve', 'Du må logge inn for å reservere')),
  },
  'a reservation that failed': {
    page: 'search',
    toast: failure(quoted('reservations.send_failed', 'Kunne ikke sende reservasjon')),
  },
  'a reservation that was sent': {
    page: 'search',
    toast: {
      title: quoted('reservations.sent_title', 'Reservasjon sendt!'),
      text: quoted('reservations.sent_text', 'Sjåføren vil vurdere forespørselen din'),
    },
  },
} satisfies Places

export const publishing = {
  'publishing, signed out': {
    page: 'publishRide',
    shows: [quoted('publish.login_title', 'Du må logge inn for å publisere en tur')],
  },
  'the form': { page: 'publishRide', shows: [quoted('publish.heading', 'Publiser en tur'), literal('kr')] },
  'the form without times': {
    page: 'publishRide',
    shows: [quoted('publish.times_required', 'Alle tidsfelt må fylles ut')],
  },
  'while it is published': { page: 'publishRide', shows: [quoted('publish.publishing', 'Publiserer...')] },
  'a ride that was not published': {
    page: 'publishRide',
    toast: failure(quoted('publish.failed', 'Kunne ikke publisere tur')),
  },
  'a ride that was published': {
    page: 'publishRide',
    toast: {
      title: quoted('publish.success_title', 'Suksess!'),
      text: quoted('publish.success_text', 'Turen din er publisert'),
    },
  },
} satisfies Places
