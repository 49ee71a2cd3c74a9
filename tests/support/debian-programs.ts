import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from 'vitest';

/** The folders of PATH, and those of Debian's servers, which PATH often lacks. */
const SEARCH_PATHS = [
	...(process.env.PATH ?? '').split(delimiter),
	'/usr/sbin',
	'/usr/lib/postgresql/15/bin',
];

/** The full path of a program; undefined when it is not installed. */
function findProgram(name: string): string | undefined {
	return SEARCH_PATHS.map((folder) => join(folder, name)).find(isExecutable);
}

/**
 * The full path of a program that tests need.
 * @throws Error that names the list of packages to install
 */
export function requireProgram(name: string): string {
	const path = findProgram(name);
	if (path === undefined) throw new Error(`${name} is missing: see tools/debian-packages.txt`);
	return path;
}

/** Starts a program without output; it ends with this process, even when that is killed. */
export function spawnProgram(name: string, args: readonly string[]): ChildProcess {
	const line = ['--pdeathsig', 'KILL', requireProgram(name), ...args];
	return spawn(requireProgram('setpriv'), line, { stdio: 'ignore' });
}

/**
 * A `describe` for tests that need these programs. If one is not installed, the tests are skipped, and `npm test` reports
 * that. With `CI=true` they are never skipped.
 */
export function describeWithPrograms(
	programs: readonly string[],
	name: string,
	tests: () => void,
): void {
	const missing = missingPrograms(programs);
	const isSkipped = areSkipped(missing);
	const title = isSkipped ? `${name} (left out: no ${missing.join(', ')})` : name;
	describe.skipIf(isSkipped)(title, tests);
}

/**
 * Opens resources for tests of `describeWithPrograms`. Returns an empty object if the tests are skipped, because nothing
 * uses it then.
 */
export async function openWithPrograms<T>(
	programs: readonly string[],
	open: () => Promise<T>,
): Promise<T> {
	return areSkipped(missingPrograms(programs)) ? ({} as T) : open();
}

const areSkipped = (missing: readonly string[]) => missing.length > 0 && process.env.CI !== 'true';

const missingPrograms = (programs: readonly string[]) =>
	programs.filter((program) => findProgram(program) === undefined);

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
