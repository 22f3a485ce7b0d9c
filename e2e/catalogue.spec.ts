import { cataloguePage, type Report } from '@nx-agent-skills/publication';
import { madeReport } from '@nx-agent-skills/publication/testing/made-report';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  HOSTILE,
  hostilePage,
  largePage,
  oddPage,
  publishedReports,
} from './testing/catalogue-pages';
import { findChromium, startChromium } from './testing/chromium';
import { type PageServer, servePages } from './testing/serve-pages';

const found = findChromium();
const missing = 'missing' in found ? found.missing : undefined;

const NAMES = ['alpha', 'beta', 'cloud', 'cloud-logs', 'suite', 'suite-scan'];
const catalogue = '/agent-skills/index.html';
const PAGES = [catalogue, '/odd.html', '/hostile.html', '/empty.html'];
const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [360, 768, 1280];

(missing ? describe.skip : describe)(
  missing ? `skipped: ${missing}` : 'the catalogue page in Chromium',
  () => {
    let browser: Browser;
    let server: PageServer;
    let reports: Report[];
    /** Whatever a page does that it must not do: dialogs, errors, requests, refused content. */
    let troubles: string[];

    beforeAll(async () => {
      reports = publishedReports();
      const [report] = reports;
      if (!report || !('program' in found)) throw new Error('There is nothing to open.');
      server = await servePages(
        new Map([
          ['/agent-skills/index.html', cataloguePage(report)],
          ['/base/path/agent-skills/', cataloguePage(report)],
          ['/hostile.html', hostilePage()],
          ['/large.html', largePage()],
          ['/odd.html', oddPage()],
          ['/empty.html', cataloguePage(madeReport([]))],
        ]),
      );
      browser = await startChromium(found.program);
    });

    afterAll(async () => {
      await browser?.close();
      await server?.close();
    });

    beforeEach(() => {
      troubles = [];
    });

    afterEach(async () => {
      for (const context of browser.contexts()) await context.close();
      expect(troubles).toEqual([]);
    });

    async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      page.on('dialog', (dialog) => {
        troubles.push(`dialog: ${dialog.message()}`);
        dialog.dismiss();
      });
      page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
      page.on('console', (message) => troubles.push(`console: ${message.text()}`));
      page.on('request', (request) => {
        const isPage = request.isNavigationRequest() && request.url().startsWith(server.origin);
        if (!isPage && !request.url().startsWith('data:'))
          troubles.push(`request: ${request.url()}`);
      });
      await page.goto(`${server.origin}${path}`);
      return page;
    }

    const searchOf = (page: Page) => page.locator('input[type=search]');
    const shownNames = (page: Page) => page.locator('article:not([hidden]) h2').allTextContents();

    /** Types, and waits until the number of results says so. */
    async function search(page: Page, words: string, count: string): Promise<void> {
      await searchOf(page).fill(words);
      await page.locator('#_count', { hasText: new RegExp(`^${count}$`) }).waitFor();
    }

    const focusedText = (page: Page) =>
      page.evaluate('document.activeElement.textContent.slice(0, 80)');

    const untilFocused = (page: Page, text: string) =>
      page.locator('a:focus', { hasText: new RegExp(`^${text}$`) }).waitFor();

    async function untilShown(page: Page, count: number): Promise<void> {
      while ((await page.locator('article:not([hidden])').count()) !== count)
        await page.waitForTimeout(50);
    }

    const linksOf = (page: Page, within: string) =>
      page
        .locator(`${within} a`)
        .evaluateAll((links) => links.map(({ href }: { href: string }) => href));

    it('shows every skill with links that stay in the tree wherever it is served', async () => {
      const page = await open('/base/path/agent-skills/');
      expect(await shownNames(page)).toEqual(NAMES);
      const base = `${server.origin}/base/path/agent-skills`;
      expect(await linksOf(page, '#suite .links')).toEqual([
        `${base}/suite/SKILL.md`,
        `${base}/suite-bundle.tar.gz`,
      ]);
      expect(await page.locator('#cloud').textContent()).toContain('Not in the index: ');
    });

    it('searches names and descriptions as you type, for all words', async () => {
      const page = await open(catalogue);
      await search(page, 'SUITE', '2 of 6 shown');
      expect(await shownNames(page)).toEqual(['suite', 'suite-scan']);
      await search(page, 'does scan', '1 of 6 shown');
      await page.waitForURL('**/index.html?q=does+scan');
      await search(page, 'nothing at all', '0 of 6 shown');
      await page.getByRole('button', { name: 'Clear the search' }).click();
      expect(await shownNames(page)).toEqual(NAMES);
      await page.getByLabel('Shape').selectOption('Bundle');
      await page.getByText('2 of 6 shown').waitFor();
      expect(await shownNames(page)).toEqual(['cloud', 'suite']);
    });

    it('takes the search from the address', async () => {
      const page = await open(`${catalogue}?q=beta`);
      expect(await shownNames(page)).toEqual(['beta']);
      expect(await searchOf(page).inputValue()).toBe('beta');
    });

    it('can be used with the keyboard alone', async () => {
      const page = await open(catalogue, { permissions: ['clipboard-read', 'clipboard-write'] });
      await page.keyboard.press('Tab');
      expect(await focusedText(page)).toBe('Skip to the skills');
      await page.keyboard.press('/');
      await page.keyboard.type('al/pha');
      expect(await searchOf(page).inputValue()).toBe('al/pha');
      await page.getByText('0 of 6 shown').waitFor();
      await page.keyboard.press('Escape');
      expect(await searchOf(page).inputValue()).toBe('');
      expect(await shownNames(page)).toEqual(NAMES);
      await page.keyboard.type('beta');
      await page.getByText('1 of 6 shown').waitFor();
      const order: unknown[] = [];
      for (let presses = 0; presses < 7; presses += 1) {
        await page.keyboard.press('Tab');
        order.push(await focusedText(page));
      }
      expect(order.slice(2)).toEqual([
        'beta',
        'SKILL.md of beta',
        'beta.tar.gz',
        'Copy this command for beta',
        'More ways to install beta',
      ]);
      await page.keyboard.press('Enter');
      await page.locator('#beta details .way').nth(2).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByText('Copied the command for beta').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        await page.locator('#beta details pre').first().textContent(),
      );
    });

    it('shows all commands of every agent, as the publication makes them', async () => {
      const page = await open(catalogue);
      const summaries = page.locator('summary');
      for (let index = 0; index < NAMES.length; index += 1) await summaries.nth(index).click();
      for (const report of reports) {
        const [agent = ''] = report.agents;
        await page.getByLabel('Install for').selectOption(agent);
        for (const { name, install } of report.skills) {
          const expected = install.filter((way) => way.agent === agent);
          expect(await page.locator(`#${name} .way pre`).allTextContents()).toEqual(
            expected.map(({ command }) => command),
          );
          expect(await page.locator(`#${name} .way p`).allTextContents()).toEqual(
            expected.map(({ label }) => label),
          );
        }
      }
    });

    it('remembers the agent, and takes it from the address', async () => {
      const page = await open(catalogue);
      await page.getByLabel('Install for').selectOption('Codex');
      await page.waitForURL('**/index.html?agent=codex');
      await page.goto(`${server.origin}${catalogue}`);
      expect(await page.getByLabel('Install for').inputValue()).toBe('codex');
      expect(await page.locator('#alpha pre').first().textContent()).toContain('-a codex');
      await page.goto(`${server.origin}${catalogue}?agent=cursor`);
      expect(await page.getByLabel('Install for').inputValue()).toBe('cursor');
      await page.goto(`${server.origin}${catalogue}?agent=unknown`);
      expect(await page.getByLabel('Install for').inputValue()).toBe('codex');
    });

    it.each([
      ['with the clipboard of the browser', ''],
      ['without one, as on a preview over http', 'delete Navigator.prototype.clipboard'],
    ])('copies exactly what is shown %s', async (_, before) => {
      const page = await open(catalogue, { permissions: ['clipboard-read', 'clipboard-write'] });
      const clipboard = await page.evaluateHandle('navigator.clipboard');
      if (before) await page.evaluate(before);
      for (const name of ['alpha', 'cloud']) {
        const copy = page.getByRole('button', {
          name: `Copy this command for ${name}`,
          exact: true,
        });
        await copy.first().click();
        await page.getByText(`Copied the command for ${name}`, { exact: true }).waitFor();
        expect(
          await clipboard.evaluate((each) => (each as { readText(): string }).readText()),
        ).toBe(await page.locator(`#${name} pre`).first().textContent());
      }
    });

    it('says how to copy where the browser does not let it', async () => {
      const page = await open(catalogue);
      await page.evaluate(
        'delete Navigator.prototype.clipboard; document.execCommand = () => false',
      );
      await page.getByRole('button', { name: 'Copy this command for alpha' }).click();
      await page.getByText('The command is selected.').waitFor();
      expect(await page.evaluate('String(getSelection())')).toBe(
        await page.locator('#alpha pre').first().textContent(),
      );
    });

    it('leads to a single skill, though a search hides it', async () => {
      const page = await open(`${catalogue}?q=alpha#suite-scan`);
      await untilFocused(page, 'suite-scan');
      expect(await page.locator('#suite-scan').isVisible()).toBe(true);
      expect(await searchOf(page).inputValue()).toBe('');
      expect(page.url()).toBe(`${server.origin}${catalogue}#suite-scan`);
      expect(await page.locator('article:target h2').textContent()).toBe('suite-scan');
    });

    it('goes back from skill to skill and to the search', async () => {
      const page = await open(catalogue);
      await search(page, 'beta', '1 of 6 shown');
      await page.waitForURL('**/index.html?q=beta');
      await page.locator('#beta h2 a').click();
      await page.evaluate('location.hash = "alpha"');
      await page.waitForURL('**/index.html#alpha');
      expect(await shownNames(page)).toEqual(NAMES);
      await page.goBack();
      await page.getByText('1 of 6 shown').waitFor();
      await untilFocused(page, 'beta');
      expect(await searchOf(page).inputValue()).toBe('beta');
    });

    it('reads well with scripts off', async () => {
      const page = await open(catalogue, { javaScriptEnabled: false });
      expect(await shownNames(page)).toEqual(NAMES);
      expect(await page.locator('.tools').isVisible()).toBe(false);
      expect(await page.locator('button:visible').count()).toBe(0);
      expect(await page.getByText('need scripts').isVisible()).toBe(true);
      for (const { name, description, digest, install } of reports[0]?.skills ?? []) {
        const article = page.locator(`#${name}`);
        expect(await article.textContent()).toContain(description ?? name);
        expect(await article.textContent()).toContain(digest);
        await article.locator('summary').click();
        const commands = await article.locator('pre:visible').allTextContents();
        expect(commands[0]).toBe(install[0]?.command);
        expect(commands).toContain(install.find(({ method }) => method === 'curl')?.command);
      }
    });

    it.each(WIDTHS)('fits %i pixels', async (width) => {
      for (const path of PAGES) {
        const page = await open(path, { viewport: { width, height: 800 } });
        const summary = page.locator('summary').first();
        if (await summary.isVisible()) await summary.click();
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
          path,
          width,
        ]);
      }
    });

    it.each(SCHEMES)('is accessible in %s colours', async (colorScheme) => {
      for (const path of [...PAGES, `${catalogue}?q=nothing`]) {
        const page = await open(path, { colorScheme });
        const summary = page.locator('summary').first();
        if (await summary.isVisible()) await summary.click();
        expect([path, await seriousFindings(page)]).toEqual([path, []]);
      }
    });

    it('is accessible on a telephone', async () => {
      const page = await open(catalogue, { viewport: { width: 360, height: 800 } });
      expect(await seriousFindings(page)).toEqual([]);
    });

    it('runs nothing that a skill brings', async () => {
      server.requests.length = 0;
      const page = await open('/hostile.html');
      for (const agent of ['codex', 'claude-code']) {
        await page.getByLabel('Install for').selectOption(agent);
      }
      for (const summary of await page.locator('summary').all()) await summary.click();
      await page.mouse.move(600, 400);
      await search(page, HOSTILE, '3 of 3 shown');
      expect(await page.locator('#alpha .text').textContent()).toBe(HOSTILE);
      expect(await page.locator('#alpha dd').allTextContents()).toEqual(
        expect.arrayContaining([HOSTILE]),
      );
      expect(await page.locator('#beta details pre').first().textContent()).toContain('<img src=x');
      expect(await page.getByLabel('Install for').locator('option').count()).toBe(2);
      expect(await page.locator('img, iframe, object, embed, base').count()).toBe(0);
      expect(await page.locator('script').count()).toBe(3);
      expect(await page.locator('main [onmouseover], main [onerror]').count()).toBe(0);
      const schemes = (await linksOf(page, 'body')).map((href) => href.replace(/:.*/, ':'));
      expect(new Set(schemes)).toEqual(new Set(['http:', 'https:']));
      expect(server.requests).toEqual(['/hostile.html']);
    });

    it('holds 5,000 skills', async () => {
      const page = await open('/large.html#skill-4321');
      await untilFocused(page, 'skill-4321');
      expect(await page.locator('#skill-4321 h2').evaluate(isInView)).toBe(true);
      await search(page, 'invoices', '500 of 5000 shown');
      await page.waitForFunction(
        'document.querySelectorAll("article:not([hidden])").length === 500',
      );
      await search(page, 'number 4990.', '1 of 5000 shown');
      expect(await shownNames(page)).toEqual(['skill-4990']);
      await page.keyboard.press('Escape');
      await untilShown(page, 5000);
      await page.locator('#_agent').selectOption('cursor');
      expect(await page.locator('#skill-4999 pre').first().textContent()).toContain('-a cursor');
    });
  },
);

const isInView = (element: {
  getBoundingClientRect(): { top: number };
  ownerDocument: { documentElement: { clientHeight: number } };
}) => {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < element.ownerDocument.documentElement.clientHeight;
};

/** What axe finds of weight. Its own code is run past the policy of the page. */
async function seriousFindings(page: Page): Promise<unknown[]> {
  await page.evaluate(axe.source);
  const results = (await page.evaluate('axe.run()')) as axe.AxeResults;
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
