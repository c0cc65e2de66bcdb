/** Messages as rows of the table `messages`. */
import type { Message } from '@samtur/contract/chat'
import type { Signer } from '../storage/links.ts'
import type { Row } from './shapes.ts'

/** Returns the row of a message for one of its readers: the address of its image opens for that person, without a token. */
export const messageRow = async (signer: Signer, message: Message): Promise<Row> => ({
  id: message.id,
  chat_id: message.chat_id,
  sender_id: message.sender_id,
  content: message.content,
  image_url: await signer.ofImage(message),
  message_type: message.message_type,
  created_at: message.created_at,
})
