/**
 * Joins names with the language's own comma and leaves out missing ones. `Intl.ListFormat` puts an 'and' before the last one in some
 * languages whatever its type, and leaves the commas out in others.
 */
export const listed = (parts: readonly (string | false | undefined)[], tag: string): string =>
  parts.filter(Boolean).join(tag.startsWith('ar') ? '، ' : ', ')
