/**
 * Names one after the other, with the language's own comma; what is not there is left out. `Intl.ListFormat` puts an 'and' before the last one
 * in some languages whatever its type, and leaves the commas out in others.
 */
export const listed = (parts: readonly (string | false | undefined)[], tag: string): string =>
  parts.filter(Boolean).join(tag.startsWith('ar') ? '، ' : ', ')
