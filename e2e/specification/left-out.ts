/** What the specification says and no screen shows or does, each with the reason. */
export const leftOut = [
  { text: 'Failed to submit request. Please try again.', why: 'an older variant; the newer one is shown' },
  { text: 'already registered', why: "the sign-in service's own words; ours answers with a code" },
  { text: 'Invalid login credentials', why: "the sign-in service's own words; ours answers with a code" },
  { text: 'Auth session missing!', why: 'an error between client and service, never shown to anybody' },
  { text: 'Auth session or user missing', why: 'an error between client and service, never shown to anybody' },
  {
    text: 'mismatch between server and client bindings for postgres changes',
    why: 'an error of a live service that is not used',
  },
  {
    text: 'Godkjent',
    why: "the other of two words for accepted; 'Godtatt' is shown, as the button 'Godta' says",
  },
  {
    text: 'ønsker_ikke_oppgi',
    why: "a stored value; on the screen it is a sentence, 'Ønsker ikke å oppgi'",
  },
  {
    text: 'compressed to max 300x300 px at 0.85 quality',
    why:
      'the chosen picture is compressed to at most 2000 px at 0.85, and the crop to the quoted 300x300 at 0.9: at zoom 3 a picture of 300x300 has ' +
      '100x100 px left for the crop, which would be three times as coarse, and a wide photo 225 of 300 px at zoom 1',
  },
  { text: 'billing question', why: 'of an older form, whose values are read but no longer offered' },
  { text: 'bug report', why: 'of an older form, whose values are read but no longer offered' },
] as const
