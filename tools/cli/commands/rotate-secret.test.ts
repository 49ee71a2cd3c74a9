import { expect, test } from 'vitest';
import { loadSecrets } from '#server/lib/secrets.ts';
import { runCommand } from '#tests/support/cli-command.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { run } from './rotate-secret.ts';

test('rotate-secret says how many older secrets stay valid, and with --forget-older how many it removed', async () => {
	const folder = await createTempFolder();
	const databaseUrl = await cloneDatabase();
	await loadSecrets(folder, 'jwt-secret');
	const rotate = async (...args: string[]) => {
		const environment = { DATA_DIR: folder, DATABASE_URL: databaseUrl };
		return (await runCommand(run, args, environment)).output.join('\n');
	};

	expect(await rotate()).toContain('tokens signed with 1 older secret stay valid.');
	expect(await rotate()).toContain('tokens signed with 2 older secrets stay valid.');
	expect(await rotate('--forget-older')).toContain('Removed 2 older secrets.');
});
