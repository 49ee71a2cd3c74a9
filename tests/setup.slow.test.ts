import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { onCleanup } from './support/on-cleanup.ts';

const ROOT = join(import.meta.dirname, '..');
const INSTALLING = 'Installing packages';
const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));

/**
 * A small package in place of the app. It depends on a package whose install script provides a Node, and its start
 * script prints the path of the Node that runs it.
 */
const APP_PACKAGE = {
	name: 'market',
	dependencies: { node: 'file:its-node' },
	allowScripts: { node: true },
	scripts: {
		postinstall: scripts.postinstall,
		start: scripts.start.replace(/tools\/start\.ts.*$/, '-p process.execPath'),
	},
};
const NODE_PACKAGE = {
	name: 'node',
	version: '1.0.0',
	bin: { node: 'bin/node' },
	scripts: { preinstall: 'node install.cjs' },
};
const NODE_INSTALL_SCRIPT = `
	const { copyFileSync, mkdirSync } = require('node:fs');
	mkdirSync('bin', { recursive: true });
	copyFileSync(process.execPath, 'bin/node');
`;

/** @param remark makes the lock files of two versions differ */
function lockFile(remark: string): string {
	const nodePackage = { version: '1.0.0', resolved: 'file:its-node', hasInstallScript: true };
	const appPackage = { name: APP_PACKAGE.name, remark, dependencies: APP_PACKAGE.dependencies };
	const packages = {
		'': appPackage,
		'node_modules/node': { ...nodePackage, bin: NODE_PACKAGE.bin },
	};
	return JSON.stringify({ name: APP_PACKAGE.name, lockfileVersion: 3, requires: true, packages });
}

async function createProject() {
	const folder = await mkdtemp(join(tmpdir(), 'market-setup-'));
	onCleanup(() => rm(folder, { recursive: true }));
	const write = (name: string, text: string) => writeFile(join(folder, name), text);
	await mkdir(join(folder, 'its-node'));
	await copyFile(join(ROOT, 'setup.mjs'), join(folder, 'setup.mjs'));
	// Installs the local folder like a package from the registry.
	await write('.npmrc', 'install-links=true\n');
	await write('package.json', JSON.stringify(APP_PACKAGE));
	await write('its-node/package.json', JSON.stringify(NODE_PACKAGE));
	await write('its-node/install.cjs', NODE_INSTALL_SCRIPT);
	await write('package-lock.json', lockFile('first'));

	const npm = async (...args: string[]) =>
		(await promisify(execFile)('npm', args, { cwd: folder })).stdout;
	const update = () => write('package-lock.json', lockFile('second'));
	return { npm, update, installedNode: join(folder, 'node_modules/node/bin/node') };
}

test('every npm script except postinstall first installs missing packages', () => {
	const { postinstall, ...started } = scripts;

	expect(postinstall).toBe('node setup.mjs installed');
	for (const script of Object.values(started)) expect(script).toMatch(/^node setup\.mjs && /);
});

test('"npm start" installs packages that are missing, updated or not fully installed, runs on the installed Node.js, and installs nothing otherwise', async () => {
	const { npm, update, installedNode } = await createProject();
	const isInstalling = async () => {
		const started = await npm('start');
		expect(started).toContain(installedNode);
		return started.includes(INSTALLING);
	};

	expect([await isInstalling(), await isInstalling()]).toEqual([true, false]);
	// The update replaces the Node.js that runs the start.
	await update();
	expect(await isInstalling()).toBe(true);
	await npm('ci');
	expect(await isInstalling()).toBe(false);
	await npm('ci', '--ignore-scripts');
	expect(await isInstalling()).toBe(true);
});
