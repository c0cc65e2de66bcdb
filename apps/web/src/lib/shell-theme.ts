/** Runs first in a page without a network, before it is painted, because no server has set its theme. */
import { chosenTheme, showTheme } from './theme.ts'

const theme = chosenTheme()
if (theme) showTheme(theme)
