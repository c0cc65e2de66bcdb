// Finds what is sure about an SQL expression for a row that a released program inserts.
import type { A_Const, A_Expr, ColumnDef, FuncCall, TypeName } from 'libpg-query'
import { nameOf, type SqlNode, walkSql } from './sql.ts'

/** `'some'` is a value that is not null; about `'unknown'` nothing is sure, and it may raise an error. */
export type Value = null | boolean | number | { text: string } | 'some' | 'unknown'

type Evaluate = (node: SqlNode | undefined) => Value

/** Returns what is sure about an expression, with the values of its columns. */
export function evaluate(node: SqlNode | undefined, columnValue: (column: string) => Value = () => 'unknown'): Value {
  const valueOf: Evaluate = (one) => evaluate(one, columnValue)
  if (!node) return 'unknown'
  if ('A_Const' in node) return constantOf(node.A_Const)
  if ('ColumnRef' in node) return columnValue(nameOf(node.ColumnRef.fields))
  if ('SQLValueFunction' in node) return 'some'
  if ('A_ArrayExpr' in node) {
    const values = (node.A_ArrayExpr.elements ?? []).map(valueOf)
    return values.includes('unknown') ? 'unknown' : 'some'
  }
  if ('TypeCast' in node) {
    const { arg, typeName } = node.TypeCast
    const value = castTo(typeName, valueOf(arg))
    // The cast of a column's value may fail; that of a constant would fail in the migration.
    return value === 'some' && columnsIn(arg).length > 0 ? 'unknown' : value
  }
  if ('BoolExpr' in node) {
    const { boolop, args = [] } = node.BoolExpr
    return boolop === 'NOT_EXPR' ? negate(valueOf(args[0])) : combine(args.map(valueOf), boolop === 'OR_EXPR')
  }
  if ('NullTest' in node) {
    const value = valueOf(node.NullTest.arg)
    return value === 'unknown' ? value : (value === null) === (node.NullTest.nulltesttype === 'IS_NULL')
  }
  if ('BooleanTest' in node) {
    const value = valueOf(node.BooleanTest.arg)
    const [, not, expected = ''] = /^IS_(NOT_)?(\w+)$/.exec(node.BooleanTest.booltesttype ?? '') ?? []
    if (value !== null && typeof value !== 'boolean') return 'unknown'
    return (value === (expected === 'UNKNOWN' ? null : expected === 'TRUE')) !== Boolean(not)
  }
  if ('FuncCall' in node) return evaluateCall(node.FuncCall, valueOf)
  return 'A_Expr' in node ? evaluateOperator(node.A_Expr, valueOf) : 'unknown'
}

/** Returns the value of a new column in a row that leaves it out. */
export function valueOfColumn({ typeName, collClause }: ColumnDef, byDefault: SqlNode | undefined): Value {
  // A domain may have a default of its own.
  if (!byDefault) return isPlain(typeName) ? null : 'unknown'
  const value = castTo(typeName, evaluate(byDefault))
  // A collation may take different texts for the same.
  return collClause && value !== null && typeof value === 'object' ? 'some' : value
}

/** Returns the names of the columns in one or more expressions. */
export function columnsIn(expression: unknown): string[] {
  const columns: string[] = []
  walkSql(expression, (kind, fields) => {
    if (kind === 'ColumnRef') columns.push(nameOf(fields['fields'] as SqlNode[]))
  })
  return columns
}

/** Whether a default is the same for all rows, so that adding it leaves the table's rows as they are. */
export function isConstant(value: SqlNode): boolean {
  if ('TypeCast' in value) return value.TypeCast.arg !== undefined && isConstant(value.TypeCast.arg)
  if ('FuncCall' in value) return ['now', 'app_now'].includes(nameOf(value.FuncCall.funcname))
  if ('A_ArrayExpr' in value) return (value.A_ArrayExpr.elements ?? []).every(isConstant)
  return 'A_Const' in value || 'SQLValueFunction' in value
}

/** Zero and false stand as empty objects in the tree. */
function constantOf({ isnull, ival, boolval, sval }: A_Const): Value {
  if (isnull) return null
  if (ival) return ival.ival ?? 0
  if (boolval) return boolval.boolval ?? false
  return sval ? { text: sval.sval ?? '' } : 'some'
}

const plainTypes = new Set(
  [
    ['bool', 'int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'text', 'varchar', 'bpchar', 'uuid', 'bytea'],
    ['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval', 'json', 'jsonb', 'inet', 'tsvector'],
  ].flat(),
)

const isBuiltIn = (names: SqlNode[] | undefined) => names?.length === 1 || nameOf(names?.slice(0, 1)) === 'pg_catalog'

const isArray = (type: TypeName | undefined) => (type?.arrayBounds ?? []).length > 0

/** Whether a type is not a domain. */
const isPlain = (type: TypeName | undefined) =>
  isArray(type) || (isBuiltIn(type?.names) && plainTypes.has(nameOf(type?.names)))

/** Returns a value as one of this type: a constant stays known where the type leaves it as it is. */
function castTo(type: TypeName | undefined, value: Value): Value {
  if (value === 'unknown') return value
  if (value === null) return isPlain(type) ? null : 'unknown'
  const name = isPlain(type) && !isArray(type) ? nameOf(type?.names) : ''
  const stays =
    (typeof value === 'boolean' && name === 'bool') ||
    (typeof value === 'number' && ['int2', 'int4', 'int8', 'float8'].includes(name)) ||
    (typeof value === 'object' && name === 'text')
  return stays ? value : 'some'
}

function negate(value: Value): Value {
  if (value === null) return null
  return typeof value === 'boolean' ? !value : 'unknown'
}

/** Joins by OR if true decides, else by AND. PostgreSQL evaluates from the left, up to the part that decides. */
function combine(values: Value[], decisive: boolean): Value {
  let result: Value = !decisive
  for (const value of values) {
    if (value === decisive) return decisive
    if (value === null) result = null
    else if (typeof value !== 'boolean') return 'unknown'
  }
  return result
}

const outcomes: Record<string, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

/** Of PostgreSQL's operators only `||` can make a value of null. */
function compare(operator: string, left: Value, right: Value): Value {
  if (left === 'unknown' || right === 'unknown' || operator === '||') return 'unknown'
  if (left === null || right === null) return null
  const outcome = outcomes[operator]
  if (!outcome || left === 'some' || right === 'some') return 'unknown'
  if (typeof left === 'object' && typeof right === 'object') {
    // The order of different texts depends on the collation.
    const isEqual = left.text === right.text
    return isEqual || operator === '=' || operator === '<>' ? outcome(isEqual ? 0 : 1) : 'unknown'
  }
  return typeof left === typeof right ? outcome(Number(left) - Number(right)) : 'unknown'
}

function evaluateOperator({ kind = 'AEXPR_OP', name, lexpr, rexpr }: A_Expr, valueOf: Evaluate): Value {
  const operator = nameOf(name)
  const left = valueOf(lexpr)
  const compareAll = (symbol: string, items: SqlNode[]) =>
    // The parts of an array of arrays are compared one by one, and there may be none.
    items.map((item) => ('A_ArrayExpr' in item ? 'unknown' : compare(symbol, left, valueOf(item))))
  const items = rexpr && 'List' in rexpr ? (rexpr.List.items ?? []) : []
  if (!isBuiltIn(name)) return 'unknown'
  switch (kind) {
    case 'AEXPR_OP':
    case 'AEXPR_LIKE':
    case 'AEXPR_ILIKE':
    case 'AEXPR_SIMILAR':
      return compare(operator, lexpr ? left : 'some', valueOf(rexpr))
    case 'AEXPR_IN':
      return combine(compareAll(operator, items), operator === '=')
    case 'AEXPR_OP_ANY':
    case 'AEXPR_OP_ALL': {
      const list = rexpr && 'TypeCast' in rexpr ? rexpr.TypeCast.arg : rexpr
      if (list && 'A_ArrayExpr' in list)
        return combine(compareAll(operator, list.A_ArrayExpr.elements ?? []), kind === 'AEXPR_OP_ANY')
      // A null in an array that may be empty is compared with nothing.
      return left !== 'unknown' && valueOf(rexpr) === null ? null : 'unknown'
    }
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN': {
      const [low, high] = items
      const inside = combine([compare('>=', left, valueOf(low)), compare('<=', left, valueOf(high))], false)
      return kind === 'AEXPR_BETWEEN' ? inside : negate(inside)
    }
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT': {
      const right = valueOf(rexpr)
      if (left === 'unknown' || right === 'unknown') return 'unknown'
      const differ = left === null || right === null ? left !== right : compare('<>', left, right)
      return kind === 'AEXPR_DISTINCT' ? differ : negate(differ)
    }
    default:
      return 'unknown'
  }
}

const neverNull = new Set(['now', 'app_now', 'gen_random_uuid'])

/** Functions whose result is null if an argument is. */
const strictFunctions = new Set(
  [
    ['char_length', 'length', 'octet_length', 'lower', 'upper', 'btrim', 'ltrim', 'rtrim', 'substring', 'position'],
    ['like_escape', 'similar_to_escape', 'abs', 'ceil', 'floor', 'round', 'extract', 'date_part', 'date_trunc'],
    ['array_length', 'cardinality', 'jsonb_array_length', 'jsonb_typeof'],
  ].flat(),
)

function evaluateCall({ funcname, args = [] }: FuncCall, valueOf: Evaluate): Value {
  const name = nameOf(funcname)
  const values = args.map(valueOf)
  const [first] = values
  if (!isBuiltIn(funcname)) return 'unknown'
  if (neverNull.has(name) && args.length === 0) return 'some'
  if (!strictFunctions.has(name) || values.includes('unknown')) return 'unknown'
  if (values.includes(null)) return null
  const isLength = name === 'char_length' || name === 'length'
  return isLength && typeof first === 'object' && first !== null ? [...first.text].length : 'unknown'
}
