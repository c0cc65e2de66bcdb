// Lists the kinds of statements and of changes to a table that the judge of migrations knows.

export const harmless = new Set([
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

export const refused: Record<string, string> = {
  AlterEnumStmt: 'changes the values of a type',
  AlterDomainStmt: 'changes what a type accepts',
  DoStmt: 'hides statements from this check',
  LockStmt: 'keeps the running processes waiting',
  RenameStmt: 'renames what the running processes use',
  TruncateStmt: 'removes rows',
}

/** Statements that name the table, view or sequence that they make or change. */
export const definitions = new Set([
  'AlterTableStmt',
  'CreateSeqStmt',
  'CreateStmt',
  'CreateTrigStmt',
  'IndexStmt',
  'ViewStmt',
])

/** Kinds of things that have their names in common. */
export const relations = new Set(['OBJECT_SEQUENCE', 'OBJECT_TABLE', 'OBJECT_VIEW'])

export const harmlessChanges = new Set([
  'AT_DropNotNull',
  'AT_ResetRelOptions',
  'AT_SetCompression',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
  'AT_ValidateConstraint',
])

/** What may be done with a table that only these migrations make: it concerns no other table. */
export const ownChanges = new Set([
  ...harmlessChanges,
  'AT_AddColumn',
  'AT_AddConstraint',
  'AT_AddIdentity',
  'AT_AlterColumnType',
  'AT_AlterConstraint',
  'AT_ColumnDefault',
  'AT_DropColumn',
  'AT_DropConstraint',
  'AT_DropExpression',
  'AT_DropIdentity',
  'AT_SetExpression',
  'AT_SetIdentity',
  'AT_SetNotNull',
])

export const changes: Record<string, string> = {
  AT_AlterColumnType: 'another type for',
  AT_ColumnDefault: 'no default any more for',
  AT_DropColumn: 'the removal of',
  AT_SetNotNull: 'not null for',
}

export const describe = (subtype: string) => changes[subtype] ?? `${subtype} of`
