// Judges whether a migration leaves the last release's processes working: what they read stays, and what they write is still accepted.
import type { AlterTableCmd, ColumnDef, Constraint, IndexStmt, RangeVar } from 'libpg-query'
import { changes, definitions, describe, relations, harmless, harmlessChanges, ownChanges, refused } from './kinds.ts'
import { type NewColumn, refusalOf, type Rule, ruleOf, ruleOfIndex } from './rules.ts'
import { nameOf, type SqlNode, type Statement, walkSql } from './sql.ts'
import { evaluate, isConstant } from './values.ts'

/** What the judge has to know of the released schema. */
export interface Released {
  /** `table.name` of checks. */
  checks: Set<string>
  /** Indexes that make no values unique. */
  indexes: Set<string>
  uniqueIndexes: Set<string>
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
  const released: Released = {
    checks: new Set(),
    indexes: new Set(),
    uniqueIndexes: new Set(),
    keysChange: new Set(),
  }
  const note = (table: string, constraint: Constraint, column?: string) => {
    if (constraint.contype === 'CONSTR_CHECK')
      released.checks.add(`${table}.${constraint.conname ?? [table, column, 'check'].filter(Boolean).join('_')}`)
    if (constraint.contype === 'CONSTR_FOREIGN' && constraint.fk_upd_action !== 'a')
      released.keysChange.add(tableOf(constraint.pktable))
  }
  for (const { node } of statements) {
    if ('IndexStmt' in node)
      released[node.IndexStmt.unique ? 'uniqueIndexes' : 'indexes'].add(node.IndexStmt.idxname ?? '')
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

/** Judges the statements of migrations that no release has, in their order. */
export class Judge {
  readonly #released: Released
  /** Tables, views and sequences that only these migrations make: no released program uses them. */
  readonly #created = new Set<string>()
  readonly #indexes = new Set<string>()
  /** New columns, constraints and triggers of released tables, as `table.name`. */
  readonly #columns = new Map<string, NewColumn>()
  readonly #constraints = new Set<string>()
  readonly #triggers = new Set<string>()
  /** They are judged after each migration, because a column may get its default after the rule. */
  #rules: Rule[] = []

  constructor(released: Released) {
    this.#released = released
  }

  /** Returns what breaks the released program in one migration. */
  judge(statements: readonly Statement[]): Finding[] {
    const findings = statements.flatMap(({ node, line }) =>
      [...this.#statement(node, line), ...this.#deletes(node)].map((message) => ({ line, message })),
    )
    for (const [name, column] of this.#columns) {
      if (!column.notNull || (column.byDefault && evaluate(column.byDefault) !== null)) continue
      const message = `${name} is not null and has no default, so a row without it is refused`
      findings.push({ line: column.line, message })
      column.notNull = false
    }
    this.#rules = this.#rules.filter((rule) => {
      const message = refusalOf(rule, this.#columns)
      if (message !== undefined) findings.push({ line: rule.line, message })
      return message === undefined
    })
    return findings
  }

  #statement(node: SqlNode, line: number): string[] {
    const [[kind, fields] = ['', {}]] = Object.entries(node)
    const ambiguity = ambiguityOf(kind, fields)
    if (ambiguity !== undefined) return [ambiguity]
    if ('CreateStmt' in node) {
      const { relation, tableElts = [], inhRelations = [] } = node.CreateStmt
      this.#created.add(tableOf(relation))
      if (inhRelations.length > 0) return ['a partition or a table that inherits changes the other table']
      return tableElts.flatMap((part) => this.#references(part))
    }
    if ('IndexStmt' in node) return this.#index(node.IndexStmt, line)
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
      const key = `${tableOf(relation)}.${trigname}`
      if (replace && !this.#triggers.has(key)) return [`the trigger ${trigname} is replaced`]
      this.#triggers.add(key)
      return []
    }
    if ('ViewStmt' in node)
      return node.ViewStmt.replace ? [`the view ${tableOf(node.ViewStmt.view)} is replaced`] : this.#creates(node)
    if ('CreateFunctionStmt' in node) return ['a function belongs into apps/server/src/sql']
    if (harmless.has(kind)) return this.#creates(node)
    const reason = refused[kind] ?? 'is not known here: add it to scripts/check/kinds.ts'
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

  #index(index: IndexStmt, line: number): string[] {
    const { idxname = '', relation, unique, concurrent, if_not_exists: ifNotExists } = index
    const table = tableOf(relation)
    if (concurrent) return ['an index cannot be built concurrently in a transaction']
    if (!this.#released.uniqueIndexes.has(idxname)) this.#indexes.add(idxname)
    if (this.#created.has(table)) return []
    if (unique) this.#rules.push(ruleOfIndex(table, index, line))
    // On a large table it is built concurrently before the upgrade, because every write waits for it here.
    return ifNotExists ? [] : [`write "create index if not exists ${idxname}", so that it can be built before`]
  }

  #drops({ objects = [], removeType = 'OBJECT_TABLE' }: Extract<SqlNode, { DropStmt: unknown }>['DropStmt']): string[] {
    return objects.flatMap((object) => {
      const names = namesOf(object)
      const name = nameOf(names)
      if (!this.#mayDrop(removeType, names))
        return [`${removeType.replace('OBJECT_', '').toLowerCase()} ${name} is dropped`]
      if (removeType === 'OBJECT_INDEX') this.#rules = this.#rules.filter(({ key }) => key !== name)
      return []
    })
  }

  #mayDrop(kind: string, names: SqlNode[]): boolean {
    const name = nameOf(names)
    const table = nameOf(names.slice(0, -1))
    if (kind === 'OBJECT_TRIGGER') return this.#created.has(table) || this.#triggers.has(`${table}.${name}`)
    if (kind === 'OBJECT_INDEX') return this.#released.indexes.has(name) || this.#indexes.has(name)
    // With a schema it may be another one.
    return relations.has(kind) && names.length === 1 && this.#created.has(name)
  }

  #alteration(table: string, command: AlterTableCmd, line: number): string[] {
    const { subtype = 'AT_AddColumn', name = '', def, missing_ok: ifNotExists } = command
    const key = `${table}.${name}`
    if (this.#created.has(table)) {
      if (!ownChanges.has(subtype))
        return [`${subtype} of ${table} is not known here: add it to scripts/check/kinds.ts`]
      return def ? this.#references(def) : []
    }
    const column = this.#columns.get(key)
    if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) {
      if (ifNotExists) return [`${table}.${def.ColumnDef.colname} ${unclear}`]
      return this.#column(table, def.ColumnDef, line)
    }
    if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def)
      return this.#constraint(table, def.Constraint, line)
    if (harmlessChanges.has(subtype)) return []
    if (subtype === 'AT_DropConstraint') {
      // Without a check more is accepted than before.
      if (!this.#released.checks.has(key) && !this.#constraints.has(key)) return [`the constraint ${key} is dropped`]
      this.#rules = this.#rules.filter((rule) => rule.key !== key)
      return []
    }
    if (!column) return subtype === 'AT_ColumnDefault' && def ? [] : [`${describe(subtype)} ${key}`]
    if (!(subtype in changes)) return [`${describe(subtype)} ${key}`]
    const concerned = this.#rules.filter((rule) => rule.table === table && rule.columns.includes(name))
    for (const rule of concerned) rule.line = line
    if (subtype === 'AT_DropColumn') {
      this.#columns.delete(key)
      this.#rules = this.#rules.filter((rule) => !concerned.includes(rule))
    }
    if (subtype === 'AT_SetNotNull') column.notNull = true
    if (subtype === 'AT_ColumnDefault') column.byDefault = def
    if (subtype === 'AT_AlterColumnType' && def && 'ColumnDef' in def) column.definition = def.ColumnDef
    column.line = line
    return []
  }

  #column(table: string, definition: ColumnDef, line: number): string[] {
    const { colname = '', typeName } = definition
    const name = `${table}.${colname}`
    const constraints = constraintsOf(definition)
    const kinds = new Set(constraints.map(({ contype }) => contype))
    const byDefault = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr
    this.#columns.set(name, { definition, byDefault, notNull: kinds.has('CONSTR_NOTNULL'), line })
    for (const { conname } of constraints) if (conname) this.#constraints.add(`${table}.${conname}`)
    this.#rules.push(...constraints.flatMap((one) => ruleOf(table, one, line, colname) ?? []))
    const rewriting = kinds.has('CONSTR_GENERATED') || kinds.has('CONSTR_IDENTITY') || isSerial(typeName?.names)
    return [
      ...(rewriting || (byDefault && !isConstant(byDefault))
        ? [`${name} has a value that rewrites the whole table`]
        : []),
      ...(kinds.has('CONSTR_PRIMARY') ? [`${name} is a primary key, which refuses rows`] : []),
      ...constraints.flatMap((Constraint) => this.#references({ Constraint })),
    ]
  }

  #constraint(table: string, constraint: Constraint, line: number): string[] {
    const { conname = '', contype, fk_attrs: keys = [] } = constraint
    this.#constraints.add(`${table}.${conname}`)
    const rule = ruleOf(table, constraint, line)
    if (rule) {
      this.#rules.push(rule)
      return []
    }
    const areNew = keys.length > 0 && keys.every((key) => this.#columns.has(`${table}.${nameOf([key])}`))
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

const unclear = 'may be there already: write it without "if not exists"'

interface Definition {
  relation?: RangeVar
  sequence?: RangeVar
  view?: RangeVar
  if_not_exists?: boolean
}

/** Returns why a definition may concern another thing than the one that these migrations make. */
function ambiguityOf(kind: string, definition: Definition): string | undefined {
  if (!definitions.has(kind)) return undefined
  const relation = definition.relation ?? definition.sequence ?? definition.view
  const name = tableOf(relation)
  if (relation?.schemaname) return `${relation.schemaname}.${name}: write the name without a schema`
  if (relation?.relpersistence === 't') return `${name} is temporary, and may hide a released one`
  return definition.if_not_exists && kind !== 'IndexStmt' ? `${name} ${unclear}` : undefined
}

function namesOf(object: SqlNode): SqlNode[] {
  if ('List' in object) return object.List.items ?? []
  if ('ObjectWithArgs' in object) return object.ObjectWithArgs.objname ?? []
  return 'TypeName' in object ? (object.TypeName.names ?? []) : [object]
}

const isSerial = (names: SqlNode[] | undefined) => /^(small|big)?serial\d?$/.test(nameOf(names))
