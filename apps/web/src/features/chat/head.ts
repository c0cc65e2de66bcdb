import { stateOf, type HeadInput } from '#lib/head'
import { chatsQuery } from './queries.ts'

/** Names the person with whom the conversation of the address is. */
export function chatTitle({ t, query, client }: Pick<HeadInput, 't' | 'query' | 'client'>): string {
  const { data } = stateOf(client, chatsQuery)
  const other = data?.items.find(({ id }) => id === query.get('chat'))?.other
  return other ? t('chat.title_with', { name: other.full_name || t('core.deleted_user') }) : t('chat.title')
}
