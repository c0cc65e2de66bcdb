/** Writes a database's schema as SQL that makes the same schema again, in an order that depends on names only. */
import { sql } from 'kysely'
import type { Executor } from '../../src/platform/db/database.ts'

interface Table {
  name: string
  options: string | null
  columns: { name: string; text: string }[]
  constraints: { text: string; refers_to: string | null }[]
  extras: string[]
}

/** `byName` sorts columns too, because an altered database has the same ones in another order. */
export async function describeSchema(executor: Executor, { byName = false } = {}): Promise<string> {
  const [extensions, functions, tables] = await readSchema(executor)
  const described = inOrder(tables).map((table) => describeTable(table, byName))
  return `${[extensions.join('\n'), 'set check_function_bodies = off;', ...functions, ...described].map(shorten).join('\n\n')}\n`
}

const shorten = (text: string) =>
  text.replaceAll('public.', '').replaceAll(' USING btree', '').replaceAll('timestamp with time zone', 'timestamptz')

function describeTable({ name, options, columns, constraints, extras }: Table, byName: boolean) {
  const ordered = byName ? columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : columns
  const lines = [...ordered, ...constraints].map(({ text }) => `  ${text}`).join(',\n')
  const table = `create table ${name} (\n${lines}\n)${options ? ` with (${options})` : ''};`
  return [table, ...extras].join('\n')
}

/** Sorts tables after those they refer to, otherwise by name. */
function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = []
  const waiting = [...tables]
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const next = waiting.findIndex(({ name, constraints }) =>
      constraints.every(({ refers_to: other }) => other === null || other === name || !names.has(other)),
    )
    if (next === -1) throw new Error(`These tables refer to each other in a circle: ${[...names].join(', ')}`)
    ordered.push(...waiting.splice(next, 1))
  }
  return ordered
}

async function readSchema(executor: Executor): Promise<[string[], string[], Table[]]> {
  const { rows } = await sql<{ extensions: string[]; functions: string[]; tables: Table[] }>`
    with relation as (
      select oid, relname, reloptions from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
    )
    select
      (select json_agg(format('create extension %I;', extname) order by extname) from pg_extension where extname <> 'plpgsql') as extensions,
      (select json_agg(trim(trailing from pg_get_functiondef(oid)) || ';' order by proname, oid::regprocedure::text) from pg_proc
        where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')) as functions,
      (select json_agg(json_build_object(
          'name', relname,
          'options', array_to_string(reloptions, ', '),
          'columns', (
            select json_agg(json_build_object('name', attname, 'text', concat_ws(' ', attname, format_type(atttypid, atttypmod),
              case when attnotnull then 'not null' end,
              case when attidentity <> '' then 'generated always as identity'
                when attgenerated <> '' then 'generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
                else 'default ' || pg_get_expr(adbin, adrelid) end)) order by attnum)
            from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
            where attrelid = relation.oid and attnum > 0 and not attisdropped),
          'constraints', (
            select coalesce(json_agg(json_build_object(
              'text', format('constraint %I %s', conname, pg_get_constraintdef(oid)),
              'refers_to', case when contype = 'f' then confrelid::regclass::text end)
              order by position(contype in 'pucf'), conname), '[]')
            from pg_constraint where conrelid = relation.oid and contype in ('p', 'u', 'c', 'f')),
          'extras', (
            select coalesce(json_agg(text order by kind, text), '[]') from (
              select 1 as kind, pg_get_indexdef(indexrelid) || ';' as text from pg_index
              where indrelid = relation.oid and not exists (select from pg_constraint where conindid = indexrelid)
              union all
              select 2, pg_get_triggerdef(oid) || ';' from pg_trigger where tgrelid = relation.oid and not tgisinternal
            ) extra)
        ) order by relname) from relation) as tables`.execute(executor)
  const [schema] = rows
  if (!schema) throw new Error('the catalogue of the database is empty')
  return [schema.extensions, schema.functions, schema.tables]
}
