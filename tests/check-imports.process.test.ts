import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { LAYERS } from '#tools/lib/layers.ts';
import { onCleanup } from './support/on-cleanup.ts';
import { startScript } from './support/process.ts';

const ROOT = join(import.meta.dirname, '..');
const CHECKER_FILES = [
	'package.json',
	'.dependency-cruiser.mjs',
	'tools/check-imports.ts',
	'tools/lib/layers.ts',
	'tools/lib/run-program.ts',
	'tools/lib/terminal.ts',
];
const TOP_FOLDERS = ['contract', 'server', 'web', 'tools', 'deploy', 'tests', 'bench'];

/** Runs the import check on a small project of these files, each with the given imports, and with `lines` after them. */
async function check(
	imports: Record<string, readonly string[]>,
	lines: Record<string, readonly string[]> = {},
) {
	const project = await mkdtemp(join(tmpdir(), 'market-imports-'));
	onCleanup(() => rm(project, { recursive: true, force: true }));
	for (const folder of TOP_FOLDERS) await mkdir(join(project, folder), { recursive: true });
	for (const file of CHECKER_FILES) await cp(join(ROOT, file), join(project, file));
	await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
	for (const file of new Set([...Object.keys(imports), ...Object.values(imports).flat()])) {
		const importLines = (imports[file] ?? []).map((path) => `import '#${path}';`);
		await mkdir(dirname(join(project, file)), { recursive: true });
		await writeFile(
			join(project, file),
			[...importLines, 'export {};', ...(lines[file] ?? [])].join('\n'),
		);
	}
	const program = startScript(join(project, 'tools/check-imports.ts'));
	const code = await program.ended;
	const complaints = program.output().trim().split('\n').slice(0, -1);
	return { code, complaints, errors: program.errors() };
}

test('every folder in the list of layers exists', () => {
	expect(LAYERS.filter((layer) => !existsSync(join(ROOT, layer)))).toEqual([]);
});

test('the import check allows imports from lower layers and of public files of other features', async () => {
	const result = await check({
		'server/main.ts': ['server/app/start.ts'],
		'server/app/start.ts': ['server/admin/users.ts'],
		'server/admin/users.ts': ['server/features/accounts/moderation.ts'],
		'server/features/accounts/moderation.ts': [
			'server/audit/log.ts',
			'server/features/chat/commands.ts',
		],
		'web/app/router.tsx': ['web/features/items/page/item-page.tsx'],
		'web/features/items/page/item-page.tsx': ['web/ui/price.tsx', 'contract/items/facts.ts'],
		'server/db/client.slow.test.ts': [
			'server/features/items/queries.ts',
			'tests/support/clone-database.ts',
		],
		'bench/lib/users.ts': ['tests/support/clone-database.ts'],
	});

	expect(result).toEqual({ code: 0, complaints: [], errors: '' });
});

test('the import check reports imports from higher layers, between separate parts, and of private files of other features', async () => {
	const wrongImports = {
		'contract/core/paging.ts': 'contract/items/facts.ts',
		'contract/notifications/facts.ts': 'contract/admin/notifications.ts',
		'contract/items/listing.ts': 'server/lib/cursors.ts',
		'contract/items/sort.test.ts': 'server/lib/cursors.ts',
		'server/db/events.ts': 'server/cluster/cluster.ts',
		'server/observability/metrics.ts': 'server/realtime/socket-types.ts',
		'server/features/auth/third-party/commands.ts': 'server/features/notifications/queries.ts',
		'server/features/accounts/moderation.ts': 'server/admin/kit/deps.ts',
		'server/features/reports/decide.ts': 'server/features/items/moderation-queries.ts',
		'server/main.ts': 'tools/demo/seed.ts',
		'server/admin/users.ts': 'server/app/build-app.ts',
		'web/ui/price.tsx': 'web/features/items/queries.ts',
		'web/features/chat/inbox/chat-list.tsx': 'web/features/items/page/not-found-notice.tsx',
		'web/app/main.tsx': 'web/admin/app/main.tsx',
		'web/admin/users/users-page.tsx': 'web/features/auth/login-page.tsx',
		'web/app/router.tsx': 'server/app/start.ts',
		'tools/start.ts': 'tests/support/clone-database.ts',
	};

	const { code, complaints } = await check(
		Object.fromEntries(Object.entries(wrongImports).map(([from, to]) => [from, [to]])),
	);

	expect(code).toBe(1);
	const reported = complaints.map((line) => line.replace(/^.+: /, ''));
	const expected = Object.entries(wrongImports).map(([from, to]) => `${from} → ${to}`);
	expect([...new Set(reported)].sort()).toEqual(expected.sort());
});

test('the import check reports imports of the inside of a library, changed prototypes and replaced methods', async () => {
	const { code, complaints } = await check(
		{ 'server/lib/holds.ts': [], 'server/lib/free.ts': [], 'server/lib/spies.test.ts': [] },
		{
			'server/lib/holds.ts': [
				"import 'libheif-js/libheif-wasm/libheif.js';",
				"import 'pg/lib/defaults.js';",
				"import pg from 'pg';",
				'pg.Client.prototype.query = () => undefined;',
				'const pool = new pg.Pool();',
				'pool.end = async () => undefined;',
				'function connect() {}',
				'pool.connect = connect;',
				'Object.assign(pool, { query: connect });',
				"Object.defineProperty(pool, 'ended', { value: true });",
			],
			'server/lib/free.ts': [
				"import { Pool } from 'pg';",
				"import { pgTable } from 'drizzle-orm/pg-core';",
				"import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';",
				"const libheif: MainModule = require('libheif-js/wasm-bundle');",
				'const ref = { current: () => pgTable };',
				'ref.current = () => pgTable;',
				"Object.assign(new Pool(), { name: 'pool' }, libheif);",
			],
			'server/lib/spies.test.ts': ["import pg from 'pg';", 'pg.end = () => undefined;'],
		},
	);

	expect(code).toBe(1);
	expect(complaints).toEqual([
		'server/lib/holds.ts:2 imports the inside of a library: libheif-js/libheif-wasm/libheif.js',
		'server/lib/holds.ts:3 imports the inside of a library: pg/lib/defaults.js',
		'server/lib/holds.ts:5 changes a prototype',
		'server/lib/holds.ts:7 replaces a method of an object',
		'server/lib/holds.ts:9 replaces a method of an object',
		'server/lib/holds.ts:10 replaces a method of an object',
		'server/lib/holds.ts:11 defines a property of an object',
	]);
});

test('the import check reports a file in a folder that is not in the list of layers', async () => {
	const { code, complaints } = await check({ 'server/features/unlisted/routes.ts': [] });

	expect(code).toBe(1);
	expect(complaints).toEqual([
		'server/features/unlisted/routes.ts is in no folder of tools/lib/layers.ts.',
	]);
});
