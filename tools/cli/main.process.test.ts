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

test.each([[[]], [['--help']]])(
	'the CLI with the arguments %j lists its commands',
	async (args) => {
		const { code, output, errors } = await runCli(...args);

		expect({ code, errors }).toEqual({ code: 0, errors: '' });
		for (const { name, summary } of COMMANDS) {
			expect(output).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
		}
	},
);

test('a CLI command with --help prints its arguments, and does nothing else', async () => {
	expect(await runCli('backup', '--help')).toEqual({
		code: 0,
		output:
			'Usage: npm run backup -- FILE\n\nbackup writes database, photos and the secrets of DATA_DIR into one file, while the site serves.\n',
		errors: '',
	});
});

test('an unknown CLI command fails, and the error lists the existing commands', async () => {
	const { code, output, errors } = await runCli('back-up');

	expect({ code, output }).toEqual({ code: 1, output: '' });
	expect(errors).toMatch(/^There is no command "back-up"\.\nUsage: .+/);
	expect(errors).toContain('\n  backup ');
});
