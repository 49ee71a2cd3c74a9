import { spawn } from 'node:child_process';
import { buildPages } from './lib/build-pages.ts';
import { ROOT } from './lib/run-program.ts';
import { printLine } from './lib/terminal.ts';

/**
 * `npm run dev`: restarts the server and reloads the pages when their sources change. Vite serves the pages and forwards
 * all other requests to the server.
 */
await buildPages();
const watched = ['--watch-path=server', '--watch-path=contract'];
const server = spawn('node', [...watched, 'tools/start.ts', '--pages-built'], {
	cwd: ROOT,
	stdio: 'inherit',
});
const pages = spawn('vite', ['--config', 'web/vite.config.ts', '--clearScreen', 'false'], {
	cwd: ROOT,
	stdio: 'inherit',
});
printLine('Open the address that Vite prints; it reloads as you write.');

const children = [server, pages];
for (const child of children) {
	child.on('exit', () => {
		for (const other of children) other.kill('SIGTERM');
	});
}
// Ctrl-C reaches all three processes; each exits by itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => {
	for (const child of children) child.kill('SIGTERM');
});
