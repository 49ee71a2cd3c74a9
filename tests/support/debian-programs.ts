import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from 'vitest';

/** Where Debian puts servers, which is not on everyone's path. */
const PLACES = [
	...(process.env.PATH ?? '').split(delimiter),
	'/usr/sbin',
	'/usr/lib/postgresql/15/bin',
];

/** The whole path of a program; undefined where it is not installed. */
function findProgram(name: string): string | undefined {
	return PLACES.map((place) => join(place, name)).find(isExecutable);
}

/**
 * The whole path of a program that tests need.
 * @throws Error that names the packages to install
 */
export function programAt(name: string): string {
	const path = findProgram(name);
	if (path === undefined) throw new Error(`${name} is missing: see tools/debian-packages.txt`);
	return path;
}

/** Starts a program that says nothing, and ends with this process however that ends. */
export function spawnProgram(name: string, args: readonly string[]): ChildProcess {
	const line = ['--pdeathsig', 'KILL', programAt(name), ...args];
	return spawn(programAt('setpriv'), line, { stdio: 'ignore' });
}

/**
 * Tests of how the market runs beside other servers: where these are not installed the tests are left out, which `npm test`
 * says in a line, but never where everything must be shown (`CI=true`).
 */
export function describeWith(programs: readonly string[], name: string, tests: () => void): void {
	const missing = missingOf(programs);
	const isLeftOut = missing.length > 0 && process.env.CI !== 'true';
	const title = isLeftOut ? `${name} (left out: no ${missing.join(', ')})` : name;
	describe.skipIf(isLeftOut)(title, tests);
}

/** What tests of `describeWith` share: opened, outside of them, only where they can run. */
export async function openWith<T>(programs: readonly string[], open: () => Promise<T>): Promise<T> {
	return missingOf(programs).length === 0 ? open() : ({} as T);
}

const missingOf = (programs: readonly string[]) =>
	programs.filter((program) => findProgram(program) === undefined);

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
