/** What other slices may use of the chat. */
export { forgetImages } from './service.ts'
export { forgetChatSettings } from './store.ts'
