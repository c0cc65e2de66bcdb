// Judges whether a migration leaves the last release's processes working: what they read stays, and what they write is still accepted.
import type { AlterTableCmd, ColumnDef, Constraint, IndexStmt, RangeVar } from 'libpg-query'
import { nameOf, type SqlNode, type Statement, walkSql } from './sql.ts'

/** What the judge has to know of the released schema. */
export interface Released {
  /** `table.name` of checks. */
  checks: Set<string>
  /** Indexes that make no values unique. */
  indexes: Set<string>
  /** Tables whose keys are changed, as the foreign keys to them say. */
  keysChange: Set<string>
}

export interface Finding {
  line: number
  message: string
}

const tableOf = (relation: RangeVar | undefined) => relation?.relname ?? ''

/** Reads the released migrations. */
export function readReleased(statements: readonly Statement[]): Released {
  const released: Released = { checks: new Set(), indexes: new Set(), keysChange: new Set() }
  const note = (table: string, constraint: Constraint, column?: string) => {
    if (constraint.contype === 'CONSTR_CHECK')
      released.checks.add(`${table}.${constraint.conname ?? [table, column, 'check'].filter(Boolean).join('_')}`)
    if (constraint.contype === 'CONSTR_FOREIGN' && constraint.fk_upd_action !== 'a')
      released.keysChange.add(tableOf(constraint.pktable))
  }
  for (const { node } of statements) {
    if ('IndexStmt' in node && !node.IndexStmt.unique) released.indexes.add(node.IndexStmt.idxname ?? '')
    const [table, parts] =
      'CreateStmt' in node
        ? [tableOf(node.CreateStmt.relation), node.CreateStmt.tableElts]
        : 'AlterTableStmt' in node
          ? [tableOf(node.AlterTableStmt.relation), (node.AlterTableStmt.cmds ?? []).flatMap(definitionIn)]
          : ['', []]
    for (const part of parts ?? []) {
      if ('Constraint' in part) note(table, part.Constraint)
      if ('ColumnDef' in part) for (const one of constraintsOf(part.ColumnDef)) note(table, one, part.ColumnDef.colname)
    }
  }
  return released
}

const definitionIn = (command: SqlNode) =>
  'AlterTableCmd' in command && command.AlterTableCmd.def ? [command.AlterTableCmd.def] : []

const constraintsOf = ({ constraints = [] }: ColumnDef): Constraint[] =>
  constraints.flatMap((one) => ('Constraint' in one ? [one.Constraint] : []))

interface NewColumn {
  notNull: boolean
  hasDefault: boolean
  line: number
}

/** Judges the statements of migrations that no release has, in their order. */
export class Judge {
  readonly #released: Released
  /** Tables, indexes and other things that only these migrations make: no released program uses them. */
  readonly #created = new Set<string>()
  /** New columns and constraints of released tables, as `table.name`. */
  readonly #columns = new Map<string, NewColumn>()
  readonly #constraints = new Set<string>()

  constructor(released: Released) {
    this.#released = released
  }

  /** Returns what breaks the released program in one migration. */
  judge(statements: readonly Statement[]): Finding[] {
    const findings = statements.flatMap(({ node, line }) =>
      [...this.#statement(node, line), ...this.#deletes(node)].map((message) => ({ line, message })),
    )
    const unfilled = [...this.#columns].filter(([, column]) => column.notNull && !column.hasDefault)
    for (const [name, { line }] of unfilled) {
      findings.push({ line, message: `${name} is not null and has no default, so a row without it is refused` })
      this.#columns.delete(name)
    }
    return findings
  }

  #statement(node: SqlNode, line: number): string[] {
    const [kind = ''] = Object.keys(node)
    if ('CreateStmt' in node) {
      const { relation, tableElts = [], inhRelations = [] } = node.CreateStmt
      this.#created.add(tableOf(relation))
      if (inhRelations.length > 0) return ['a partition or a table that inherits changes the other table']
      return tableElts.flatMap((part) => this.#references(part))
    }
    if ('IndexStmt' in node) return this.#index(node.IndexStmt)
    if ('AlterTableStmt' in node) {
      const { relation, cmds = [], objtype } = node.AlterTableStmt
      if (objtype !== 'OBJECT_TABLE') return [`${objtype} is changed`]
      const table = tableOf(relation)
      return cmds.flatMap((one) =>
        'AlterTableCmd' in one ? this.#alteration(table, one.AlterTableCmd, line) : [`${kind} is not known here`],
      )
    }
    if ('DropStmt' in node) return this.#drops(node.DropStmt)
    if ('CreateTrigStmt' in node) {
      const { trigname = '', relation, replace } = node.CreateTrigStmt
      if (replace && !this.#created.has(trigname)) return [`the trigger ${trigname} is replaced`]
      this.#created.add(trigname)
      this.#constraints.add(`${tableOf(relation)}.${trigname}`)
      return []
    }
    if ('ViewStmt' in node)
      return node.ViewStmt.replace ? [`the view ${tableOf(node.ViewStmt.view)} is replaced`] : this.#creates(node)
    if ('CreateFunctionStmt' in node) return ['a function belongs into apps/server/src/sql']
    if (harmless.has(kind)) return this.#creates(node)
    const reason = refused[kind] ?? 'is not known here: add it to scripts/check/expansions.ts'
    return [`${kind} ${reason}`]
  }

  #creates(node: SqlNode): string[] {
    if ('CreateSeqStmt' in node) this.#created.add(tableOf(node.CreateSeqStmt.sequence))
    if ('ViewStmt' in node) this.#created.add(tableOf(node.ViewStmt.view))
    return []
  }

  /** Rows that a released program may look for. */
  #deletes(node: SqlNode): string[] {
    const tables: string[] = []
    walkSql(node, (kind, fields) => {
      if (kind === 'DeleteStmt') tables.push(tableOf(fields['relation'] as RangeVar))
    })
    return tables.filter((table) => !this.#created.has(table)).map((table) => `rows of ${table} are deleted`)
  }

  #index({ idxname = '', relation, unique, concurrent, if_not_exists: ifNotExists }: IndexStmt): string[] {
    const table = tableOf(relation)
    if (concurrent) return ['an index cannot be built concurrently in a transaction']
    this.#created.add(idxname)
    if (this.#created.has(table)) return []
    if (unique) return [`the unique index ${idxname} refuses rows of ${table}`]
    // On a large table it is built concurrently before the upgrade, because every write waits for it here.
    return ifNotExists ? [] : [`write "create index if not exists ${idxname}", so that it can be built before`]
  }

  #drops({ objects = [], removeType = 'OBJECT_TABLE' }: Extract<SqlNode, { DropStmt: unknown }>['DropStmt']): string[] {
    return objects.flatMap((object) => {
      const names = namesOf(object)
      const name = nameOf(names)
      if (removeType === 'OBJECT_INDEX' && this.#released.indexes.has(name)) return []
      const table = nameOf(names.slice(0, -1))
      if (removeType === 'OBJECT_TRIGGER' && (this.#created.has(table) || this.#constraints.has(`${table}.${name}`)))
        return []
      if (removeType !== 'OBJECT_TRIGGER' && this.#created.has(name)) return []
      return [`${removeType.replace('OBJECT_', '').toLowerCase()} ${name} is dropped`]
    })
  }

  #alteration(table: string, command: AlterTableCmd, line: number): string[] {
    const { subtype = 'AT_AddColumn', name = '', def } = command
    if (this.#created.has(table)) return def ? this.#references(def) : []
    const key = `${table}.${name}`
    const column = this.#columns.get(key)
    if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) return this.#column(table, def.ColumnDef, line)
    if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) return this.#constraint(table, def.Constraint)
    if (harmlessChanges.has(subtype)) return []
    if (subtype === 'AT_ColumnDefault' && def) {
      if (column) column.hasDefault = true
      return []
    }
    if (subtype === 'AT_DropConstraint') {
      // Without a check more is accepted than before.
      return this.#released.checks.has(key) || this.#constraints.has(key) ? [] : [`the constraint ${key} is dropped`]
    }
    if (!column) return [`${describe(subtype)} ${key}`]
    if (subtype === 'AT_DropColumn') this.#columns.delete(key)
    if (subtype === 'AT_SetNotNull') column.notNull = true
    if (subtype === 'AT_ColumnDefault') column.hasDefault = false
    column.line = line
    return []
  }

  #column(table: string, definition: ColumnDef, line: number): string[] {
    const { colname = '', typeName } = definition
    const name = `${table}.${colname}`
    const constraints = constraintsOf(definition)
    const kinds = new Set(constraints.map(({ contype }) => contype))
    this.#columns.set(name, { notNull: kinds.has('CONSTR_NOTNULL'), hasDefault: kinds.has('CONSTR_DEFAULT'), line })
    for (const { conname } of constraints) if (conname) this.#constraints.add(`${table}.${conname}`)
    const rewriting = kinds.has('CONSTR_GENERATED') || kinds.has('CONSTR_IDENTITY') || isSerial(typeName?.names)
    const value = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr
    return [
      ...(rewriting || (value && !isConstant(value)) ? [`${name} has a value that rewrites the whole table`] : []),
      ...(kinds.has('CONSTR_UNIQUE') || kinds.has('CONSTR_PRIMARY') ? [`${name} is unique, which refuses rows`] : []),
      ...constraints.flatMap((Constraint) => this.#references({ Constraint })),
    ]
  }

  #constraint(table: string, constraint: Constraint): string[] {
    const { conname = '', contype, raw_expr: expression, fk_attrs: keys } = constraint
    this.#constraints.add(`${table}.${conname}`)
    const columns = contype === 'CONSTR_CHECK' ? columnsIn(expression) : (keys ?? []).map((key) => nameOf([key]))
    const areNew = columns.length > 0 && columns.every((column) => this.#columns.has(`${table}.${column}`))
    if (areNew && contype === 'CONSTR_CHECK') return []
    if (areNew && contype === 'CONSTR_FOREIGN') return this.#references({ Constraint: constraint })
    return [`the constraint ${conname} of ${table} may refuse rows`]
  }

  /** A foreign key keeps a released program from deleting, or from changing a key, unless it says what happens then. */
  #references(part: SqlNode): string[] {
    const constraints =
      'ColumnDef' in part ? constraintsOf(part.ColumnDef) : 'Constraint' in part ? [part.Constraint] : []
    return constraints.flatMap(({ contype, pktable, fk_del_action: onDelete, fk_upd_action: onUpdate }) => {
      const target = tableOf(pktable)
      if (contype !== 'CONSTR_FOREIGN' || this.#created.has(target)) return []
      return [
        ...(onDelete === 'a' || onDelete === 'r' ? [`a foreign key keeps rows of ${target} from being deleted`] : []),
        ...(this.#released.keysChange.has(target) && onUpdate === 'a'
          ? [`a foreign key keeps keys of ${target} from being changed`]
          : []),
      ]
    })
  }
}

const harmless = new Set([
  'CommentStmt',
  'CompositeTypeStmt',
  'CreateDomainStmt',
  'CreateEnumStmt',
  'CreateSeqStmt',
  'CreateStatsStmt',
  // Judged wherever it stands, also inside another statement.
  'DeleteStmt',
  'InsertStmt',
  'SelectStmt',
  'UpdateStmt',
  'ViewStmt',
])

const refused: Record<string, string> = {
  AlterEnumStmt: 'changes the values of a type',
  AlterDomainStmt: 'changes what a type accepts',
  DoStmt: 'hides statements from this check',
  LockStmt: 'keeps the running processes waiting',
  RenameStmt: 'renames what the running processes use',
  TruncateStmt: 'removes rows',
}

const harmlessChanges = new Set([
  'AT_DropNotNull',
  'AT_ResetRelOptions',
  'AT_SetCompression',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
  'AT_ValidateConstraint',
])

const changes: Record<string, string> = {
  AT_AlterColumnType: 'another type for',
  AT_ColumnDefault: 'no default any more for',
  AT_DropColumn: 'the removal of',
  AT_SetNotNull: 'not null for',
}

const describe = (subtype: string) => changes[subtype] ?? `${subtype} of`

function namesOf(object: SqlNode): SqlNode[] {
  if ('List' in object) return object.List.items ?? []
  if ('ObjectWithArgs' in object) return object.ObjectWithArgs.objname ?? []
  return 'TypeName' in object ? (object.TypeName.names ?? []) : [object]
}

const isSerial = (names: SqlNode[] | undefined) => /^(small|big)?serial\d?$/.test(nameOf(names))

/** Whether a default is the same for all rows, so that adding it leaves the table's rows as they are. */
function isConstant(value: SqlNode): boolean {
  if ('TypeCast' in value) return value.TypeCast.arg !== undefined && isConstant(value.TypeCast.arg)
  if ('FuncCall' in value) return ['now', 'app_now'].includes(nameOf(value.FuncCall.funcname))
  if ('A_ArrayExpr' in value) return (value.A_ArrayExpr.elements ?? []).every(isConstant)
  return 'A_Const' in value || 'SQLValueFunction' in value
}

function columnsIn(expression: SqlNode | undefined): string[] {
  const columns: string[] = []
  walkSql(expression, (kind, fields) => {
    if (kind === 'ColumnRef') columns.push(nameOf(fields['fields'] as SqlNode[]))
  })
  return columns
}
