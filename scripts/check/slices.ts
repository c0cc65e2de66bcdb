// The slices, and which of them may import which. A slice reaches a later one by an event.
const line = [
  'accounts',
  'profiles',
  'notifications',
  'moderation',
  'places',
  'meeting-points',
  'costs',
  'rides',
  'reservations',
  'trips',
  'calendar',
  'travel',
]

function upTo(last: string): string[] {
  return line.slice(0, line.indexOf(last) + 1)
}

/** For each slice those that it may import, through their port.ts or events.ts. A slice that is missing here fails the check. */
export const mayUse = new Map<string, string[]>([
  ...line.map((name, index): [string, string[]] => [name, line.slice(0, index)]),
  ['search', upTo('rides')],
  ['wanted', [...upTo('rides'), 'search']],
  ['ratings', upTo('reservations')],
  ['chat', upTo('reservations')],
  ['support', upTo('moderation')],
  ['operations', upTo('moderation')],
  ['privacy', [...line, 'ratings', 'chat', 'support']],
  ['pages', []],
])
