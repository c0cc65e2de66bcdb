/** Specified texts: signing in and up, and a forgotten password. */
import { failure, part, quoted, type Places } from './words.ts'

const resetFailed = quoted('accounts.reset_failed', 'Feil ved tilbakestilling')

export const accounts = {
  'signing up': {
    page: 'auth',
    language: 'en',
    shows: [quoted('accounts.agree', 'I agree to the Terms of Service and Privacy Policy')],
  },
  'signing up without the terms': {
    page: 'auth',
    language: 'en',
    shows: [quoted('fields.terms_must_accept', 'You must accept the Terms of Service and Privacy Policy to continue.')],
  },
  'an address that has an account': {
    page: 'auth',
    toast: { title: quoted('account_errors.already_registered', 'Konto eksisterer allerede') },
  },
  'signing up that failed': { page: 'auth', toast: failure(quoted('errors.internal', 'Noe gikk galt. Prøv igjen.')) },
  'signed up': {
    page: 'auth',
    toast: {
      title: quoted('accounts.registered', 'Registrering vellykket!'),
      text: part('accounts.check_mail', 'Sjekk e-posten'),
    },
  },
  'a wrong password': {
    page: 'auth',
    shows: [quoted('accounts.forgot_password', 'Glemt passord?')],
    toast: {
      title: quoted('accounts.invalid_title', 'Ugyldig pålogging'),
      text: quoted('account_errors.invalid_credentials', 'Feil e-post eller passord. Prøv igjen.'),
    },
  },
  'signing in that failed': { page: 'auth', toast: failure(quoted('errors.internal', 'Noe gikk galt. Prøv igjen.')) },
  'signed in': { page: 'auth', toast: { title: quoted('accounts.welcome_back', 'Velkommen tilbake!') } },
  'a forgotten password without an address': {
    page: 'auth',
    toast: failure(quoted('accounts.email_first', 'Vennligst skriv inn e-postadressen din først.')),
  },
  'a link that was not sent': { page: 'auth', toast: { title: resetFailed } },
  'a link that was sent': { page: 'auth', toast: { title: quoted('accounts.reset_sent', 'E-post sendt!') } },
  'two different passwords': {
    page: 'resetPassword',
    shows: [quoted('accounts.passwords_differ', 'Passordene samsvarer ikke')],
  },
  'a short password': {
    page: 'resetPassword',
    shows: [quoted('fields.password_too_short', 'Passordet må være minst 6 tegn langt.', { min: 6 })],
  },
  'a password that was not stored': { page: 'resetPassword', toast: { title: resetFailed } },
  'a new password': {
    page: 'resetPassword',
    toast: { title: quoted('accounts.password_updated', 'Passord oppdatert!') },
  },
} satisfies Places
