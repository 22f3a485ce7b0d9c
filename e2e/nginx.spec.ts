import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DEPLOYMENT_DEFAULTS, hasFailed, verifyDeployment } from '@nx-agent-skills/deployment';
import { parseOrigin } from '@nx-agent-skills/discovery';
import { type Publication, publish } from '@nx-agent-skills/publication';
import { buildWorkspace, EACH_SHAPE, TREE } from '@nx-agent-skills/publication/testing';
import { needProgram } from './testing/debian-package';
import { freePort, startNginx } from './testing/nginx';

const missing = needProgram('nginx', 'nginx-light');

(missing ? describe.skip : describe)(
  missing ? `skipped: ${missing}` : 'a tree that nginx serves',
  () => {
    let port: number;
    let tree: string;
    let report: Publication['report'];

    beforeEach(async () => {
      port = await freePort();
      const origin = parseOrigin(`http://127.0.0.1:${port}`, { preview: true });
      const { root, built, options } = buildWorkspace(EACH_SHAPE, { origin, hosting: ['nginx'] });
      ({ report } = publish(built, [], options));
      tree = join(root, TREE);
    });

    /** Checks the tree as a server block with these lines serves it. */
    async function verify(server: string) {
      const nginx = await startNginx(port, server);
      try {
        return await verifyDeployment({
          ...DEPLOYMENT_DEFAULTS,
          origin: { href: report.origin },
          report,
          tree,
          allowPrivate: true,
          patienceMs: 0,
          install: 'not in this test',
        });
      } finally {
        await nginx.stop();
      }
    }

    const codesOf = ({ results }: Awaited<ReturnType<typeof verify>>, severity = 'error') => [
      ...new Set(
        results.flatMap(({ diagnoses }) =>
          diagnoses.filter((each) => each.severity === severity).map(({ code }) => code),
        ),
      ),
    ];

    it('passes with the settings that the publication writes', async () => {
      const verification = await verify(`root ${tree}; include ${tree}/nginx.conf;`);
      expect(codesOf(verification)).toEqual([]);
      expect(codesOf(verification, 'warning')).toEqual([]);
      expect(codesOf(verification, 'info')).toEqual([]);
      expect(verification.served).toBe(report.skills.length);
      expect(hasFailed(verification)).toBe(false);
    });

    it('keeps them below the catch-all page of an app', async () => {
      writeFileSync(join(tree, 'index.html'), '<!doctype html><title>App</title>');
      const app = 'location / { try_files $uri /index.html; }';
      const server = `root ${tree}; include ${tree}/nginx.conf; ${app}`;
      rmSync(join(tree, 'agent-skills/beta.tar.gz'));
      const verification = await verify(server);
      expect(codesOf(verification)).toEqual(['deploy/file-missing']);
    });

    it('fails when dot-folders are not served', async () => {
      const verification = await verify(`root ${tree}; location ~ /\\. { return 404; }`);
      expect(codesOf(verification)).toContain('deploy/dot-folder-dropped');
      expect(hasFailed(verification)).toBe(true);
    });

    it.each([
      ['by a header', 'location ~ \\.gz$ { add_header Content-Encoding gzip; }'],
      ['by gzip_static', 'location ~ \\.gz$ { gzip_static always; }'],
    ])('fails when archives are sent with a content encoding, %s', async (_, location) => {
      const archive = join(tree, 'agent-skills/beta.tar.gz');
      writeFileSync(`${archive}.gz`, gzipSync(readFileSync(archive)));
      const verification = await verify(`root ${tree}; ${location}`);
      expect(codesOf(verification)).toContain('http/content-encoding');
    });

    it('fails when an app answers for files that are missing', async () => {
      writeFileSync(join(tree, 'index.html'), '<!doctype html><title>App</title>');
      rmSync(join(tree, '.well-known'), { recursive: true });
      rmSync(join(tree, 'agent-skills/beta.tar.gz'));
      const verification = await verify(`root ${tree}; location / { try_files $uri /index.html; }`);
      expect(codesOf(verification)).toEqual(expect.arrayContaining(['deploy/catch-all-page']));
      expect(verification.served).toBe(report.skills.length - 1);
    });
  },
);
