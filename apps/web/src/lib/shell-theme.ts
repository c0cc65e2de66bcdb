/** Runs first in a page without a network, before it is painted, because no server has set its theme. */
import { chosenTheme } from './theme.ts'
import { showTheme } from './theme-choice.ts'

const theme = chosenTheme()
if (theme) showTheme(theme)
