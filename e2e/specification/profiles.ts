/** Specified texts: the own profile with its picture, and other people's. */
import { failure, named, quoted, type Places } from './words.ts'

const done = quoted('profiles.success', 'Suksess!')

export const profiles = {
  'the own profile, signed out': {
    page: 'ownProfile',
    shows: [quoted('profiles.sign_in_first', 'Du må logge inn for å se profilen din')],
  },
  'the own profile of a driver': { page: 'ownProfile', shows: [quoted('profiles.driver', 'Sjåfør')] },
  'the own profile of a passenger': { page: 'ownProfile', shows: [quoted('profiles.passenger', 'Passasjer')] },
  "somebody's profile": {
    page: 'profile',
    shows: [quoted('profiles.start_chat', 'Start chat'), quoted('profiles.driver', 'Sjåfør')],
  },
  'unknown profile': { page: 'profile', shows: [quoted('profiles.not_found', 'Profil ikke funnet')] },
  'a profile that failed': {
    page: 'profile',
    toast: failure(quoted('profiles.load_failed', 'Kunne ikke laste profil')),
  },
  'the form': {
    page: 'editProfile',
    shows: [
      named('profiles.gender_man', 'mann'),
      named('profiles.gender_woman', 'kvinne'),
      named('profiles.gender_other', 'annet'),
    ],
  },
  'a change that failed': {
    page: 'editProfile',
    toast: failure(quoted('profiles.update_failed', 'Kunne ikke oppdatere profil')),
  },
  'a change that was stored': {
    page: 'editProfile',
    toast: { title: done, text: quoted('profiles.updated', 'Profilen din er oppdatert') },
  },
} satisfies Places

export const pictures = {
  'a file that is no picture': {
    page: 'ownProfile',
    toast: failure(quoted('profiles.picture_not_image', 'Kun bildefiler er tillatt')),
  },
  'a picture of more than 5 MB': {
    page: 'ownProfile',
    toast: failure(quoted('profiles.picture_too_big', 'Bildet må være mindre enn 5MB')),
  },
  'the crop dialog': {
    page: 'ownProfile',
    shows: [
      quoted('profiles.crop_title', 'Tilpass profilbilde'),
      quoted('core.cancel', 'Avbryt'),
      quoted('profiles.crop_use', 'Bruk dette bildet'),
    ],
  },
  'a picture that failed': {
    page: 'ownProfile',
    toast: failure(
      quoted('profiles.picture_failed', 'Kunne ikke laste opp profilbilde: {reason}', { reason: '{reason}' }),
    ),
  },
  'a picture that was stored': {
    page: 'ownProfile',
    toast: { title: done, text: quoted('profiles.picture_updated', 'Profilbilde oppdatert') },
  },
} satisfies Places
