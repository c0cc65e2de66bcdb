import { HelpCorner } from '../features/help/help-corner.tsx'

/** Floats over the front page. */
export default function FrontHelp() {
  return <HelpCorner dialog />
}
