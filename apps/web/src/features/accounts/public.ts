export { CodeField } from './code-field.tsx'
export { ownWaysInQuery } from './queries.ts'
export { useReauthentication } from './reauthentication.tsx'
export { SettingsList } from './settings-list.tsx'
