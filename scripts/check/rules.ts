// Judges checks and unique values that a migration adds to a released table: the released program leaves the new columns out.
import type { ColumnDef, Constraint, IndexStmt } from 'libpg-query'
import { nameOf, type SqlNode } from './sql.ts'
import { columnsIn, evaluate, type Value, valueOfColumn } from './values.ts'

export interface NewColumn {
  /** With its newest type. */
  definition: ColumnDef
  byDefault?: SqlNode
  notNull: boolean
  line: number
}

/** A check, or values that are unique together. */
export interface Rule {
  table: string
  /** `table.name` of a constraint, the name of an index. */
  key: string
  /** Says what the rule may do to the released program's rows. */
  message: string
  /** The line that last changed the rule or one of its columns. */
  line: number
  columns: string[]
  check?: SqlNode
  notValid?: boolean
  unique?: SqlNode[]
  nullsCollide?: boolean
  /** The rows of an index. */
  where?: SqlNode
}

const columnNode = (sval: string): SqlNode => ({ ColumnRef: { fields: [{ String: { sval } }] } })

/** Returns the rule of a constraint, or undefined for a constraint of another kind. The column is the one that it is written at. */
export function ruleOf(table: string, constraint: Constraint, line: number, column?: string): Rule | undefined {
  const { conname, contype, raw_expr: check, keys = [] } = constraint
  if (contype !== 'CONSTR_CHECK' && contype !== 'CONSTR_UNIQUE') return undefined
  const isCheck = contype === 'CONSTR_CHECK'
  const names = column === undefined ? keys.map((key) => nameOf([key])) : [column]
  const columns = isCheck ? [...new Set(columnsIn(check))] : names
  // Without a name it gets one from PostgreSQL, in this way.
  const name =
    conname ?? [table, ...(isCheck && columns.length > 1 ? [] : columns), isCheck ? 'check' : 'key'].join('_')
  return {
    table,
    key: `${table}.${conname ?? ''}`,
    message: `the constraint ${name} of ${table} may refuse rows`,
    line,
    columns,
    ...(isCheck
      ? { check, notValid: constraint.skip_validation }
      : { unique: columns.map(columnNode), nullsCollide: constraint.nulls_not_distinct }),
  }
}

/** Returns the rule of a unique index. */
export function ruleOfIndex(table: string, index: IndexStmt, line: number): Rule {
  const { idxname = '', indexParams = [], whereClause: where, nulls_not_distinct: nullsCollide } = index
  const unique = indexParams.flatMap((one) => {
    if (!('IndexElem' in one)) return []
    return one.IndexElem.expr ?? columnNode(one.IndexElem.name ?? '')
  })
  const message = `the unique index ${idxname} refuses rows of ${table}`
  return { table, key: idxname, message, line, columns: columnsIn([...unique, where]), unique, nullsCollide, where }
}

/** Returns why a released program's row may be refused, or undefined. */
export function refusalOf(rule: Rule, columns: ReadonlyMap<string, NewColumn>): string | undefined {
  const { table, message, check, notValid, unique, nullsCollide, where } = rule
  const areNew = rule.columns.length > 0 && rule.columns.every((column) => columns.has(`${table}.${column}`))
  if (!areNew) return message
  const valueOf = (node: SqlNode | undefined): Value =>
    evaluate(node, (name) => {
      const column = columns.get(`${table}.${name}`)
      return column ? valueOfColumn(column.definition, column.byDefault) : 'unknown'
    })
  if (unique) {
    if (nullsCollide || !unique.every((one) => valueOf(one) === null))
      return `${message}: rows that leave its columns out may collide`
    // The index finds its rows when one is written, which may raise an error.
    return where && valueOf(where) === 'unknown' ? `${message}: its condition may raise an error` : undefined
  }
  if (notValid) return `${message}: without "not valid" it is compared with those that exist`
  const value = valueOf(check)
  if (value === null || value === true) return undefined
  const problem = value === false ? 'is false' : 'is not sure to be true or null'
  return `${message}: it ${problem} where the new columns are null or have their default`
}
