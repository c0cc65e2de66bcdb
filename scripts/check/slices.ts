// The slices and which of them may call which. A call in the other direction has to be an event.
const line = [
  'accounts',
  'identities',
  'profiles',
  'notifications',
  'moderation',
  'places',
  'costs',
  'rides',
  'reservations',
  'trips',
  'calendar',
]

function upTo(last: string): string[] {
  return line.slice(0, line.indexOf(last) + 1)
}

/** For each slice the slices it may reach, through their port.ts or events.ts. */
export const mayUse = new Map<string, string[]>([
  ...line.map((name, index): [string, string[]] => [name, line.slice(0, index)]),
  ['search', upTo('rides')],
  ['ratings', upTo('reservations')],
  ['chat', upTo('reservations')],
  ['support', upTo('moderation')],
  ['privacy', [...line, 'ratings', 'chat', 'support']],
  ['pages', []],
])
