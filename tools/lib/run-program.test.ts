import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = import.meta.resolve('./run-program.ts');

test('a program from node_modules is found without npm', async () => {
	const script = `import(${JSON.stringify(PROGRAM)}).then(({ run }) => run('vite', ['--version']))`;

	const { stdout } = await promisify(execFile)(process.execPath, ['--eval', script], {
		env: { PATH: '/usr/bin:/bin' },
	});

	expect(stdout).toMatch(/^vite\/\d/);
});

test('a program that a tool runs ends when the tool is terminated', async () => {
	const waitingScript = 'console.log(process.pid); setInterval(() => undefined, 1000)';
	const script = `import(${JSON.stringify(PROGRAM)}).then(({ run }) => run('node', ['--eval', ${JSON.stringify(waitingScript)}]))`;
	const parent = spawn(process.execPath, ['--eval', script], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const [output] = await once(parent.stdout, 'data');

	parent.kill('SIGTERM');
	const [, signal] = await once(parent, 'exit');

	expect(signal).toBe('SIGTERM');
	expect(() => process.kill(Number(output), 0)).toThrow('ESRCH');
});
