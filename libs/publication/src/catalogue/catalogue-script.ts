import { INSTALL_SCRIPT } from './install-script';
import { LINK_SCRIPT } from './link-script';
import { SEARCH_SCRIPT } from './search-script';

/** Runs before the page is drawn, so that what needs scripts appears at once or never. */
export const FIRST_SCRIPT = "document.documentElement.className = 'js';";

/**
 * The script of the catalogue page: plain JavaScript as text, because its digest stands in the
 * page's policy and must be the same from source and from the bundled package. The page's own ids
 * begin with "_", which no name of a skill does.
 */
export const CATALOGUE_SCRIPT = `(() => {
'use strict';
const byId = (id) => document.getElementById(id);
const articles = [...document.querySelectorAll('article')];
${INSTALL_SCRIPT}${SEARCH_SCRIPT}${LINK_SCRIPT}})();`;
