import { lstatSync } from 'node:fs';

/** Whether anything is there, be it a link that leads nowhere. */
export const exists = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false }) !== undefined;
