/** The texts that a person types. */
import { lengths } from '@samtur/contract/constants'

// The server refuses other control characters, and counts code points of the composed form.
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u
const looksEmpty = /[\u200b-\u200f\u2060\ufeff\u00ad\u115f\u1160\u3164\uffa0]/g

/** Returns the text in the form that is sent. */
export const tidy = (text: string) =>
  text.replaceAll('\r\n', '\n').replace(control, '').toWellFormed().normalize('NFC').trim()
export const isBlank = (text: string) => !visible.test(text.replace(looksEmpty, ''))
/** Returns how many characters are left; a negative number when the text is too long. */
export const roomLeft = (text: string, most: number = lengths.chatMessage) => most - [...tidy(text)].length
export const nearLimit = 200
