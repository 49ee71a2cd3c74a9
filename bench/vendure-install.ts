import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Under the GPL: it is only ever a program of its own, and never among what Passdown is made of. */
const MANIFEST = {
	name: 'vendure-beside',
	private: true,
	dependencies: { '@vendure/core': '3.7.3', pg: '8.23.1' },
	overrides: { '@graphql-tools/batch-execute': '10.2.0' },
};

/**
 * Installs Vendure into a folder of its own, unless it is there already. None of its packages' scripts run.
 * @throws Error of npm, where the registry is not to be had
 */
export async function installVendure(folder: string, say: (line: string) => void): Promise<void> {
	const note = join(folder, 'installed.json');
	const wanted = JSON.stringify(MANIFEST);
	if ((await readFile(note, 'utf8').catch(() => '')) === wanted) return;
	say('Installing Vendure, which takes a minute');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), wanted);
	await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
	await writeFile(note, wanted);
}
