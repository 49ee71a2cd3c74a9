import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startScript } from '#tests/support/process.ts';
import { ROOT } from '#tools/lib/run-program.ts';
import { COMMANDS } from './command-list.ts';

async function runCli(...args: string[]) {
	const cli = startScript('tools/cli/main.ts', args, { DATABASE_URL: 'postgres://nowhere/x' });
	return { code: await cli.ended, output: cli.output(), errors: cli.errors() };
}

test('every CLI command is an npm script of the same name, and is described in the README', async () => {
	const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
	const readme = await readFile(join(ROOT, 'README.md'), 'utf8');

	for (const { name } of COMMANDS) {
		expect(scripts[name]).toMatch(new RegExp(` tools/cli/main\\.ts ${name}$`));
		expect(readme).toMatch(new RegExp(`^\\| \`npm run ${name}[ \`]`, 'm'));
	}
});

test('an unknown CLI command and wrong arguments fail; the error lists the commands or has the usage', async () => {
	const unknown = await runCli('back-up');
	const wrong = await runCli('user:let-in', '12', 'asha');

	expect([unknown.code, unknown.output, wrong.code, wrong.output]).toEqual([1, '', 1, '']);
	expect(unknown.errors).toMatch(/^There is no command "back-up"\.\nUsage: .+/);
	for (const { name, summary } of COMMANDS)
		expect(unknown.errors).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
	expect(wrong.errors).toBe(
		'"asha" is no email address.\nUsage: npm run user:let-in -- EMAIL|PHONE|NUMBER [ADDRESS]\n',
	);
});

test('a CLI command with --help prints its arguments, and does nothing else', async () => {
	expect(await runCli('backup', '--help')).toEqual({
		code: 0,
		output:
			'Usage: npm run backup -- FILE\n\nbackup writes database, photos and the secrets of DATA_DIR into one file, while the site serves.\n',
		errors: '',
	});
});
