/** What other slices may ask of the chat. */
export { forgetImages } from './service.ts'
export { forgetChatSettings } from './store.ts'
