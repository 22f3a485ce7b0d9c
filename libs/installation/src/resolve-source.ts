import { isFault, isHtml, MAX_INDEX_BYTES } from '@nx-agent-skills/deployment';
import type { Origin } from '@nx-agent-skills/discovery';
import type { Lock } from './locked-skill';
import { originsOf } from './origins';
import { isMissing, type SiteOptions, withSite } from './site';
import { indexUrl, type SkillSource } from './skill-source';

/**
 * Decides what a source is whose text is the address of an install command, or an origin with a base
 * path that ends like one. What the lock knows holds, then what is served.
 *
 * @returns a source with one meaning
 */
export async function resolveSource(
  { orElse, ...source }: SkillSource,
  before: Lock,
  site: SiteOptions,
): Promise<SkillSource> {
  if (!orElse || source.version !== undefined) return source;
  const known = originsOf(before).map(({ href }) => href);
  if (known.includes(orElse.href)) return { origin: orElse };
  if (known.includes(source.origin.href) || !(await lacksIndex(source.origin, site))) return source;
  return (await lacksIndex(orElse, site)) ? source : { origin: orElse };
}

/** A host that is out of order lacks nothing; many show a page for every path that there is not. */
function lacksIndex(origin: Origin, site: SiteOptions): Promise<boolean> {
  return withSite(origin, site, async ({ request }) => {
    const answer = await request(indexUrl(origin), MAX_INDEX_BYTES);
    return isMissing(answer) || (!isFault(answer) && isHtml(answer));
  });
}
