/** What the stock client installs at most (observed with `skills` 1.7.4). */
export const MAX_SKILL_FILES = 1000;
export const MAX_SKILL_BYTES = 50 * 1024 * 1024;
/** From this part of a limit on, a warning says that the skill is close to it. */
export const NEAR_LIMIT = 0.8;

/** The limit of the index format, in UTF-16 units (Agent Skills Discovery 0.2.0, "description"). */
export const MAX_DESCRIPTION_LENGTH = 1024;
