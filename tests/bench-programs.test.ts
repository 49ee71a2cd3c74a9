import { spawn } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { isProcessRunning } from '#server/lib/processes.ts';
import { messagesOf } from '../bench/lib/child-messages.ts';
import { startProgram } from '../bench/lib/start-program.ts';

test('stopping a program of a benchmark succeeds, although a signal has already killed it', {
	timeout: 20_000,
}, async () => {
	const { pid, stop } = await startProgram(
		['--eval', "console.log('It is open at http://127.0.0.1'); setInterval(() => undefined, 1000)"],
		{},
	);
	process.kill(pid, 'SIGKILL');
	await vi.waitUntil(() => !isProcessRunning(pid), { timeout: 20_000 });

	await expect(stop()).resolves.toBeUndefined();
});

test('waiting for a message of a process fails once the process has ended', {
	timeout: 20_000,
}, async () => {
	const code = "process.send('ready')";
	const child = spawn(process.execPath, ['--eval', code], { stdio: ['ipc', 'ignore', 'inherit'] });
	const nextMessage = messagesOf(child, 'The program');

	expect(await nextMessage()).toBe('ready');
	await expect(nextMessage()).rejects.toThrow('The program has ended.');
	await expect(nextMessage()).rejects.toThrow('The program has ended.');
});
