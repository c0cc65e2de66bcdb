// Reads the parameters of a compiled ICU message, their types, and its choices.
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'

type ParameterType = 'number' | 'Date | number' | 'string' | 'string | number'

export interface Choice {
  parameter: string
  kind: 'plural' | 'selectordinal' | 'select'
  cases: string[]
}

export interface Parameters {
  types: Map<string, ParameterType>
  choices: Choice[]
}

const typeOfFormat: Record<string, ParameterType> = {
  plural: 'number',
  selectordinal: 'number',
  number: 'number',
  date: 'Date | number',
  time: 'Date | number',
  select: 'string',
}

function note(types: Parameters['types'], name: string, format: string | undefined): void {
  const type = typeOfFormat[format ?? '']
  // The same parameter may be plain in one place and counted in another: the narrower type is used.
  if (type) types.set(name, type)
  else if (!types.has(name)) types.set(name, 'string | number')
}

function isChoice(format: string | undefined): format is Choice['kind'] {
  return format === 'plural' || format === 'selectordinal' || format === 'select'
}

function walk(message: CompiledMessage, found: Parameters): void {
  for (const token of message) {
    if (typeof token === 'string') continue
    const [parameter, format, detail] = token
    note(found.types, parameter, format)
    if (!isChoice(format)) continue
    const { offset: _offset, ...cases } = detail as { offset?: number } & Record<string, CompiledMessage>
    found.choices.push({ parameter, kind: format, cases: Object.keys(cases).sort() })
    for (const branch of Object.values(cases)) walk(branch, found)
  }
}

export function parametersOf(message: CompiledMessage): Parameters {
  const found: Parameters = { types: new Map(), choices: [] }
  walk(message, found)
  return found
}
