import { marketplaceNameFault } from '@nx-agent-skills/discovery/marketplace-name';
import { z } from 'zod';

/** The sync generator that keeps the manifest, as Nx calls it. */
export const MARKETPLACE_GENERATOR = 'nx-agent-skills:marketplace';

/** The option that makes `nx sync` keep a Claude marketplace manifest. */
export const marketplaceSchema = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .describe('Name of the marketplace, and of its plugin with all skills, in kebab case.'),
    owner: z.strictObject({
      name: z.string().min(1).describe('Who maintains it.'),
      email: z.string().min(1).exactOptional(),
      url: z.string().min(1).exactOptional(),
    }),
    description: z.string().min(1).exactOptional(),
  })
  .describe(
    'Keep a Claude marketplace manifest, .claude-plugin/marketplace.json. Without it there is none.',
  )
  .meta({ examples: [{ name: 'acme-skills', owner: { name: 'Acme' } }] });

/** What is wrong with the name of the marketplace. */
export function marketplaceFaults({
  marketplace,
}: {
  marketplace?: z.infer<typeof marketplaceSchema>;
}): string[] {
  const fault = marketplace && marketplaceNameFault(marketplace.name);
  return fault === undefined
    ? []
    : [
        `  marketplace.name: received ${JSON.stringify(marketplace?.name)}, which ${fault}. Example: "acme-skills".`,
      ];
}
