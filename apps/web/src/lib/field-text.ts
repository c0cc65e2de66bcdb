/** Texts of field codes. Pages with forms load the catalogue `fields`. */
import { age, lengths, password, price, ride, seats } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'
import type { Translate } from '@samtur/i18n/translate'
import { boot } from './boot.ts'
import { useT } from './i18n.ts'

type Text = (t: Translate) => string

const texts: Record<FieldCode, Text> = {
  required: (t) => t('fields.required'),
  invalid: (t) => t('fields.invalid'),
  invalid_characters: (t) => t('fields.invalid_characters'),
  too_long: (t) => t('fields.too_long'),
  too_short: (t) => t('fields.too_short'),
  too_many: (t) => t('fields.too_many'),
  not_a_whole_number: (t) => t('fields.not_a_whole_number'),
  out_of_range: (t) => t('fields.out_of_range'),
  unknown_field: (t) => t('fields.unknown_field'),
  in_past: (t) => t('fields.in_past'),
  too_far_ahead: (t) => t('fields.too_far_ahead', { days: ride.maxDaysAhead }),
  before_departure: (t) => t('fields.before_departure'),
  too_long_trip: (t) => t('fields.too_long_trip', { hours: ride.maxHours }),
  same_place: (t) => t('fields.same_place'),
  unknown_place: (t) => t('fields.unknown_place'),
  unknown_meeting_point: (t) => t('fields.unknown_meeting_point'),
  too_far_away: (t) => t('fields.too_far_away'),
  name_taken: (t) => t('fields.name_taken'),
  repeated_stop: (t) => t('fields.repeated_stop'),
  wrong_code: (t) => t('fields.wrong_code'),
  clock_gap: (t) => t('fields.clock_gap'),
  reserved_name: (t) => t('fields.reserved_name'),
  more_than_a_name: (t) => t('fields.more_than_a_name'),
  weak_password: (t) => t('fields.weak_password'),
  must_accept: (t) => t('fields.must_accept'),
  same_as_before: (t) => t('fields.same_as_before'),
  too_many_pixels: (t) => t('fields.too_many_pixels'),
  above_cost_share: (t) => t('fields.above_cost_share'),
  only_down: (t) => t('fields.only_down'),
  no_dates: (t) => t('fields.no_dates'),
  not_offered: (t) => t('fields.not_offered'),
  gender_missing: (t) => t('fields.gender_missing'),
  gender_waits: (t) => t('fields.gender_waits'),
  changed_recently: (t) => t('fields.changed_recently'),
}

const name: Text = (t) => t('fields.name_required')
const emailRequired: Text = (t) => t('fields.email_required')
const emailInvalid: Text = (t) => t('fields.email_invalid')
const passwordRequired: Text = (t) => t('fields.password_required')
const passwordTooShort: Text = (t) => t('fields.password_too_short', { min: boot.config.password_min })
const passwordTooLong: Text = (t) => t('fields.password_too_long', { max: password.max })
const passwordSame: Text = (t) => t('fields.password_same')
const codeRequired: Text = (t) => t('fields.code_required')

/** Texts of fields that say better than the code alone how to correct the value. */
const ofField: Partial<Record<`${string}.${FieldCode}`, Text>> = {
  'name.required': name,
  'full_name.required': name,
  'email.required': emailRequired,
  'email.invalid': emailInvalid,
  'newEmail.required': emailRequired,
  'newEmail.invalid': emailInvalid,
  'newEmail.same_as_before': (t) => t('fields.email_same'),
  'password.required': passwordRequired,
  'password.too_short': passwordTooShort,
  'password.too_long': passwordTooLong,
  'currentPassword.required': passwordRequired,
  'newPassword.required': passwordRequired,
  'newPassword.too_short': passwordTooShort,
  'newPassword.too_long': passwordTooLong,
  'newPassword.same_as_before': passwordSame,
  'code.required': codeRequired,
  'code.invalid': (t) => t('fields.code_invalid'),
  'otp.required': codeRequired,
  'otp.invalid': (t) => t('fields.otp_invalid'),
  'terms_accepted.must_accept': (t) => t('fields.terms_must_accept'),
  'phone.invalid': (t) => t('fields.phone_invalid'),
  'age.out_of_range': (t) => t('fields.age_out_of_range', age),
  'price.out_of_range': (t) => t('fields.price_out_of_range', price),
  'total_seats.out_of_range': (t) => t('fields.seats_out_of_range', seats),
  'seats_requested.out_of_range': (t) => t('fields.seats_out_of_range', { min: 1, max: seats.maxPerReservation }),
  'stops.too_many': (t) => t('fields.stops_too_many', { max: lengths.stops }),
  'license_plate.invalid': (t) => t('fields.plate_invalid'),
  'reason.required': (t) => t('fields.reason_required'),
  'rating.required': (t) => t('fields.rating_required'),
}

export function fieldText(t: Translate, code: FieldCode, field?: string): string {
  const text = ofField[`${field}.${code}`] ?? texts[code]
  return text(t)
}

export function useFieldText(): (code: FieldCode, field?: string) => string {
  const t = useT()
  return (code, field) => fieldText(t, code, field)
}
