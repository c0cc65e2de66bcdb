/**
 * Fills compiled messages: arguments, plural, selectordinal and select. Lingui compiles them (scripts/i18n). Its own reader, which can also
 * format dates, is four times as large, and every page would load it.
 */
type Token = string | readonly [name: string, kind?: string, cases?: unknown]
export type Message = string | readonly Token[]
export type Parameters = Readonly<Record<string, unknown>>
type Cases = { offset?: number } & Readonly<Record<string, Message>>

const rules = new Map<string, Intl.PluralRules>()

function categoryOf(count: number, tag: string, type: Intl.PluralRuleType) {
  const key = tag + type
  const rule = rules.get(key) ?? new Intl.PluralRules(tag, { type })
  rules.set(key, rule)
  return rule.select(count)
}

/** `count` replaces each `#`. */
export function fill(message: Message, params: Parameters, tag: string, count?: number): string {
  if (typeof message === 'string') return message
  return message.map((token) => textOf(token, params, tag, count)).join('')
}

function textOf(token: Token, params: Parameters, tag: string, count: number | undefined): string {
  if (token === '#' && count !== undefined) return count.toLocaleString(tag)
  if (typeof token === 'string') return token
  const [name, kind, detail] = token
  const value = params[name]
  if (!kind) return String(value)
  const cases = detail as Cases
  if (kind === 'select') return fill(cases[String(value)] ?? cases['other'] ?? '', params, tag, count)
  const exact = Number(value)
  const rest = exact - (cases.offset ?? 0)
  const category = categoryOf(rest, tag, kind === 'plural' ? 'cardinal' : 'ordinal')
  return fill(cases[exact] ?? cases[category] ?? cases['other'] ?? '', params, tag, rest)
}
