/** Writes of confirmed names, and of the services that confirm them. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import type { NameFacts } from './rules-names.ts'

/** Stores which services confirm names; what others have confirmed is kept, and not shown. */
export async function storeNameProviders(
  executor: Executor,
  providers: readonly { id: string; name: string }[],
): Promise<void> {
  const ids = providers.map(({ id }) => id)
  await sql`
    with given as (select * from unnest(${ids}::text[], ${providers.map(({ name }) => name)}::text[]) as given (id, name)),
    gone as (delete from name_provider where id <> all (${ids}::text[]))
    insert into name_provider (id, name) select id, name from given
    on conflict (id) do update set name = excluded.name where name_provider.name <> excluded.name`.execute(executor)
}

/**
 * Stores what a service has said of a linked identity, in place of what it said before. Stores nothing where the profile has another name than the
 * one that was compared; a change of the name waits for the end of the transaction, and deletes the row then.
 */
export async function storeNameFacts(
  executor: Executor,
  identity: { id: string; userId: string },
  name: string,
  { names_agree, is_adult, month }: NameFacts & { month: string },
): Promise<void> {
  await sql`
    with compared as (select from profile where id = ${identity.userId} and full_name = ${name} for share)
    insert into name_confirmation (identity_id, month, names_agree, is_adult)
    select ${identity.id}::uuid, ${month}::date, ${names_agree}::boolean, ${is_adult}::boolean from compared
    on conflict (identity_id) do update
      set month = excluded.month, names_agree = excluded.names_agree, is_adult = excluded.is_adult`.execute(executor)
}
