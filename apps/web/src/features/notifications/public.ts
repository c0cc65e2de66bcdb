/** The parts of notifications for other features. Loaded only for signed-in people. */
export { Bell } from './bell.tsx'
