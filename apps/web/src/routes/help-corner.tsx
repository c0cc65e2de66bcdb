import { HelpCorner } from '../features/help/help-corner.tsx'

/** What floats over the front page. */
export default function FrontHelp() {
  return <HelpCorner dialog />
}
