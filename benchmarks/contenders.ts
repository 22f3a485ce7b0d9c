import { join } from 'node:path';
import type { Contender, Site } from './contender';
import { bundleLibs } from './contenders/bundle-libs';
import { nxContender } from './nx-contender';
import { keepsState, rebuildsAll } from './process-contender';

const script = (name: string) => join(__dirname, 'contenders', name);

/** All contenders; each is set up when it is called. */
export const CONTENDERS: readonly ((site: Site) => Contender)[] = [
  (site) => nxContender(site, 'product', 'nx-agent-skills'),
  (site) => nxContender(site, 'floor', 'nx-agent-skills-floor'),
  (site) => rebuildsAll(site, 'shell loop', ['sh', script('shell-loop.sh')]),
  (site) => keepsState(site, 'libs', [process.execPath, bundleLibs(site.scratch)]),
  (site) => rebuildsAll(site, 'single process', [process.execPath, script('single-process.mjs')]),
];
