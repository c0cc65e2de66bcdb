/** Groups of digits as numbers are written in the country, mobile numbers in Norway differently from others. */
const groups = [
  /^(\+47)([49]\d{2})(\d{2})(\d{3})$/,
  /^(\+4[75])(\d{2})(\d{2})(\d{2})(\d{2})$/,
  /^(\+46)(7\d)(\d{3})(\d{2})(\d{2})$/,
]

/** Eight digits alone are a Norwegian number where the page is in Norwegian; elsewhere a country code is asked for. */
export function withCountryCode(phone: string, language: string): string {
  const digits = phone.replace(/[\s\u00a0]/g, '')
  return language === 'no' && /^\d{8}$/.test(digits) ? `+47${digits}` : phone
}

/** '+4791234567' → '+47 912 34 567', without a break in the middle. Numbers of other countries stay as they are. */
export function phoneText(number: string): string {
  const match = groups.map((group) => group.exec(number)).find(Boolean)
  return match ? match.slice(1).join('\u00a0') : number
}

// What somebody has begun to change of their profile is kept for this visit.
const draftKey = 'profile-draft'

/** `owner` is the person: on a shared device nobody finds what somebody else has begun. */
export function loadDraft<Values>(owner: string): Partial<Values> | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(draftKey) ?? 'null') as Stored<Values> | null
    return stored?.owner === owner ? stored.values : undefined
  } catch {
    return undefined
  }
}

interface Stored<Values> {
  owner: string
  values: Values
}

export function saveDraft(owner: string, values: object) {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify({ owner, values } satisfies Stored<object>))
  } catch {
    // A full or forbidden storage costs the draft, never the form.
  }
}

export function clearDraft() {
  try {
    sessionStorage.removeItem(draftKey)
  } catch {
    // As above.
  }
}
