import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { stripEndpoints } from './strip-endpoints.ts';

const ROOT = join(import.meta.dirname, '../..');
const CONTRACT = join(ROOT, 'contract');

/**
 * Builds pages, and returns their scripts by name.
 * @param pages the source of each page's entry module, by file name
 * @param files the source of further modules that the pages import, by path
 */
async function buildPages(pages: Record<string, string>, files: Record<string, string> = {}) {
	const root = await mkdtemp(join(tmpdir(), 'market-endpoints-'));
	onTestFinished(() => rm(root, { recursive: true }));
	for (const [name, source] of Object.entries({ ...pages, ...files })) {
		await mkdir(dirname(join(root, name)), { recursive: true });
		await writeFile(join(root, name), source);
	}
	const result = await build({
		root,
		configFile: false,
		logLevel: 'silent',
		plugins: [stripEndpoints()],
		build: {
			write: false,
			sourcemap: true,
			rolldownOptions: {
				input: Object.keys(pages).map((name) => join(root, name)),
				preserveEntrySignatures: 'strict',
				output: { entryFileNames: '[name].js' },
			},
		},
	});
	const { output } = result as Rolldown.RolldownOutput;
	const scripts = output.filter((file) => file.type === 'chunk');
	return new Map(scripts.map((script) => [script.fileName, script]));
}

function load(script: Rolldown.OutputChunk | undefined) {
	return import(`data:text/javascript,${encodeURIComponent(script?.code ?? '')}`);
}

test('a page that only makes API calls loads no schemas of the contract, although another page’s form loads them', async () => {
	const scripts = await buildPages({
		'list.ts': `export { listItems } from '${CONTRACT}/items/endpoints.ts';`,
		'form.ts': `
			export { addItem } from '${CONTRACT}/items/endpoints.ts';
			export { newItemFields } from '${CONTRACT}/items/schemas.ts';
		`,
	});
	const list = scripts.get('list.js');

	expect(list?.imports.flatMap((name) => scripts.get(name)?.moduleIds ?? [])).toEqual([
		`${CONTRACT}/items/endpoints.ts`,
	]);
	expect(scripts.get('form.js')?.moduleIds).toContain(`${CONTRACT}/items/schemas.ts`);
});

test('an endpoint stripped by the build keeps method, path, auth, file field and download name, but no query schema', async () => {
	const scripts = await buildPages({
		'calls.ts': `
			export { addItem, listItems } from '${CONTRACT}/items/endpoints.ts';
			export { exportUsers } from '${CONTRACT}/admin/users.ts';
		`,
	});

	const { addItem, listItems, exportUsers } = await load(scripts.get('calls.js'));

	expect(listItems).toEqual({ method: 'GET', path: '/items', auth: 'none' });
	expect(addItem).toMatchObject({ method: 'POST', files: 'images' });
	expect(exportUsers).toEqual({
		method: 'GET',
		path: '/admin/users/export',
		auth: 'admin',
		download: { type: 'text/csv', name: 'users.csv' },
	});
});

test.each(['path: PATH', '...{ path: PATH }'])(
	'the build fails when an endpoint is declared with a value that is not a literal: %s',
	async (property) => {
		const pages = buildPages(
			{ 'notes.ts': `export { listNotes } from './contract/endpoints.ts';` },
			{
				'contract/endpoints.ts': `
					const PATH = '/notes';
					export const listNotes = endpoint({ method: 'GET', ${property}, auth: 'user' });
				`,
			},
		);

		await expect(pages).rejects.toThrow('must be literals');
	},
);

test('no module of the pages reads a schema of an endpoint, because the build removes these schemas', async () => {
	const contract = await readAll('contract/**/*.ts');
	const declarations = contract.join().matchAll(/export const (\w+) = (?:endpoint|admin\w+)\(/g);
	const names = [...declarations].map(([, name]) => name);
	const parts = ['params', 'query', 'body', 'reply'];
	const access = new RegExp(`(?<!typeof )\\b(${names.join('|')})\\.(${parts.join('|')})\\b`, 'g');

	const pages = await readAll('web/**/*.{ts,tsx}');

	expect(pages.flatMap((source) => source.match(access) ?? [])).toEqual([]);
});

async function readAll(pattern: string): Promise<string[]> {
	const files = await Array.fromAsync(glob(pattern, { cwd: ROOT, exclude: ['**/*.test.*'] }));
	return Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')));
}
