/** Limits of the chat. */

/** New conversations that a person may open within 24 hours. Opening an existing one does not count. */
export const newChatsPerDay = 30

/** Messages that one person may send, in all conversations together. */
export const messageLimit = { name: 'chat-message', max: 60, per: 60 }

/** Months for which messages are kept, and conversations without any. */
export const keptMonths = 24

/** Images count as messages as well. */
export const imageLimit = { name: 'chat-image', max: 100, per: 3600 }
