/** What other slices, and the service interface, may use of the chat. */
export { forgetImages } from './service.ts'
export { forgetChatSettings } from './store.ts'
export { presentMessage } from './present.ts'
export { countUpload, moveUpload, removeUpload, sendUpload, storeUpload } from './service-uploads.ts'
export { findNamedImage, listNamedImages, type NamedImage } from './views-uploads.ts'
export { findStamps } from './views-live.ts'
