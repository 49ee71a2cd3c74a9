import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = import.meta.resolve('./program.ts');

test('a program of the project is found by whoever starts it without npm', async () => {
	const script = `import(${JSON.stringify(PROGRAM)}).then(({ run }) => run('vite', ['--version']))`;

	const { stdout } = await promisify(execFile)(process.execPath, ['--eval', script], {
		env: { PATH: '/usr/bin:/bin' },
	});

	expect(stdout).toMatch(/^vite\/\d/);
});
