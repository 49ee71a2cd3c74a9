import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onCleanup } from './support/on-cleanup.ts';
import { startScript } from './support/process.ts';

const ROOT = join(import.meta.dirname, '..');

/** A copy of the project as after `npm ci`, before the first build of its pages. */
async function unbuiltProject(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'market-unbuilt-'));
	onCleanup(() => rm(folder, { recursive: true, force: true }));
	for (const part of ['server', 'tools', 'contract', 'package.json']) {
		await cp(join(ROOT, part), join(folder, part), { recursive: true });
	}
	await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	return folder;
}

test.each([
	['HOST', '999.1.1.1'],
	['HOST', '192.0.2.1'],
	['DATA_DIR', '/proc/x'],
	['WEB_FOLDER', '/nope'],
])(
	'the first start with the invalid setting %s=%s fails with the name of the variable before the pages are built',
	async (variable, value) => {
		const project = await unbuiltProject();
		const settings = { PORT: '0', DATA_DIR: join(project, 'data'), [variable]: value };

		const appProcess = startScript(join(project, 'tools/start.ts'), [], settings);

		expect(await appProcess.ended).toBe(1);
		expect(appProcess.output()).toBe('');
		expect(appProcess.errors()).toMatch(
			new RegExp(`^The configuration is not valid\\.\n${variable}: .+\n$`),
		);
	},
);
